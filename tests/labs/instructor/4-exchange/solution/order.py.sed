# made from: labs/4-exchange/skeleton/order.py
s/^PARTS = 1 .*/PARTS = 16        # messages of a block, a packet each/
s/^\( *print(f"s{n} requires \)s{n - 1}")  # YOURS.*/\1s{n - 1}")\n\1r{n - 1}")/
