-- When a courier brings what is lent, and fetches it again; none for what was ordered before (docs/behaviour/lending.md#tours).
alter table rental_line
  add column bring_on date,
  add column fetch_on date,
  add constraint rental_line_courier_days check ((bring_on is null) = (fetch_on is null) and bring_on <= fetch_on);
