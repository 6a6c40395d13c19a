-- Loans that begin on some days may last longer, or less long, than others; and orders are sent by post (docs/behaviour/lending.md#lending-points).
alter table lending_point
  add column max_days_on jsonb not null default '[]',
  add column by_post boolean not null default false;

-- How an order gets to its borrower.
alter table rental_order add column delivery text not null default 'pickup' check (delivery in ('pickup', 'courier', 'post'));
update rental_order set delivery = 'courier' where by_courier;
alter table rental_order drop column by_courier;
