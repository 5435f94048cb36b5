# rtl/admission/xb_admission.sv loses dynamic-other: the threshold alone decides, and packets of several words overfill it
s/granted = fits && (AlphaWidth/granted = (AlphaWidth/
