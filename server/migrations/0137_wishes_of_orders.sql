-- A wish that an order met knows by which one, and what it was before: it is that again when the order is taken back
-- (docs/behaviour/library.md#wishes).
alter table wish add column order_id uuid references purchase_order (id) on delete set null;
alter table wish add column state_before text check (state_before in ('open', 'examined', 'planned'));
alter table wish add column answer_before text not null default '' check (length(answer_before) <= 300);
create index wish_order on wish (order_id);

-- Those that were met before: what they were is not known any more.
update wish set state_before = 'open', order_id = (
  select purchase_order.id from purchase_order join purchase_line on purchase_line.order_id = purchase_order.id
  where purchase_order.school_id = wish.school_id and purchase_order.state = 'fulfilled' and wish.identifier = any (purchase_line.media)
  order by purchase_order.ordered_at limit 1)
where wish.state = 'ordered' and wish.decided_by is null and wish.answer = '';
update wish set state_before = null where wish.order_id is null;

-- When the provider was asked last how a payment stands (docs/behaviour/marketplace.md#paying-online).
alter table payment add column asked_at timestamptz;
