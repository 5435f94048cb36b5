# made from: labs/3-shared-buffers/skeleton/rtl/admission/xb_admission.sv
# SPDX-License-Identifier: Apache-2.0
s/^\/\/\/ Unit 3: who gets \(.*\)\. What is missing .*/\/\/\/ Who gets \1: the solution of unit 3./
s/if (partition_i) granted = .*/if (partition_i) granted = excess + added <= queue_limit_i \&\& (OwnWord || fits);/
/if (dynamic_i)/c\
      else if (dynamic_i)\
        granted = fits && (AlphaWidth'(excess) << 3 < AlphaWidth'(pool_limit_i - used) << alpha_i);
