# SPDX-License-Identifier: Apache-2.0
# What other projects get: by cmake --install and find_package(xbarlab), or by add_subdirectory. Both give the same targets.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include("${CMAKE_CURRENT_LIST_DIR}/headers.cmake")

# xb_offer(TARGET NAME HEADER...): the library is xbarlab::NAME for others. These headers are what it promises to keep
# within a minor version; what they include is in xbarlab/detail.
function(xb_offer target name)
  set_property(GLOBAL APPEND PROPERTY xb_offered_headers ${ARGN})
  add_library(xbarlab::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME xbarlab_${name})
  target_compile_features(${target} PUBLIC cxx_std_17)
  if(PROJECT_IS_TOP_LEVEL)
    target_link_libraries(${target} PUBLIC $<BUILD_INTERFACE:xb_options>)
    target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    install(TARGETS ${target} EXPORT xbarlab-${name})
    install(EXPORT xbarlab-${name} NAMESPACE xbarlab:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/xbarlab")
  else() # in others' projects no options and no folders of ours but the headers'
    target_link_libraries(${target} PRIVATE xb_options)
    get_property(offered GLOBAL PROPERTY xb_offered_headers) # of the libraries before it, too: each header has one place
    xb_copy_headers("${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/include" ${offered})
    xb_headers_of(headers "${PROJECT_SOURCE_DIR}" ${ARGN})
    list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
    target_include_directories(${target} INTERFACE "${PROJECT_BINARY_DIR}/include")
  endif()
endfunction()

# xb_install_package(LIBRARIES...): the headers, the RTL and the package's description.
function(xb_install_package)
  set(XBARLAB_LIBRARIES ${ARGN})
  string(REPLACE ";" ", " XBARLAB_LIBRARIES_TEXT "${XBARLAB_LIBRARIES}")
  string(REPLACE ";" ", " XBARLAB_HOST_PACKAGES_TEXT "${XBARLAB_HOST_PACKAGES}")
  set(XBARLAB_RTL_DIR "${CMAKE_INSTALL_DATADIR}/xbarlab/rtl")
  set(package "${CMAKE_INSTALL_LIBDIR}/cmake/xbarlab")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/xbarlabConfig.cmake.in" xbarlabConfig.cmake
    INSTALL_DESTINATION "${package}" PATH_VARS XBARLAB_RTL_DIR)
  write_basic_package_version_file(xbarlabConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/xbarlabConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/xbarlabConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/libraries.cmake" "${PROJECT_SOURCE_DIR}/cmake/systemc.cmake" DESTINATION "${package}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/rtl/" DESTINATION "${XBARLAB_RTL_DIR}" FILES_MATCHING PATTERN "*.sv" PATTERN "*.f" PATTERN "*.?dc")
  # The headers are copied when they are installed, not when the build is configured.
  set(headers "${PROJECT_BINARY_DIR}/install/include")
  get_property(offered GLOBAL PROPERTY xb_offered_headers)
  install(CODE "cmake_policy(SET CMP0011 NEW)
                include(\"${PROJECT_SOURCE_DIR}/cmake/headers.cmake\")
                file(REMOVE_RECURSE \"${headers}\")
                xb_copy_headers(\"${PROJECT_SOURCE_DIR}\" \"${headers}\" ${offered})")
  install(DIRECTORY "${headers}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
endfunction()
