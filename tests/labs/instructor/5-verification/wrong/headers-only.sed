# rtl/switch_checker.sv loses flipped: only a part of each beat is compared
s/assert (beats\[pair\]\[rd\[pair\]\[LogBeats-1:0\]\] == {m_tlast_i\[o\], m_tdata_i\[o\]})/assert (12'(beats[pair][rd[pair][LogBeats-1:0]]) == 12'(m_tdata_i[o]))/
