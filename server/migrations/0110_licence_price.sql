-- What a licence cost with VAT, in cents: of the order it came with, or entered by hand (docs/behaviour/uses.md#cost-per-use).
alter table licence add column price integer check (price between 0 and 1000000000);
-- Of what was bought before: each line with its VAT, in as many parts as it has media.
with line as (
  select o.number || '/' || row_number() over (partition by line.order_id order by line.id) as ref, line.order_id, cardinality(line.media) as parts,
    line.price::bigint * line.quantity + (line.price::bigint * line.quantity * line.vat * 2 + 100) / 200 as gross
  from purchase_line as line join purchase_order as o on o.id = line.order_id
), part as (
  select line.order_id, line.ref || '.' || at as ref, (line.gross * at) / line.parts - (line.gross * (at - 1)) / line.parts as price
  from line cross join lateral generate_series(1, line.parts) as at
)
update licence set price = least(1000000000, part.price) from part
where licence.order_id = part.order_id and licence.purchase_ref = part.ref and licence.origin = 'purchase';
