-- Dates that follow the hours of a lending point.
-- First day on which the desk is open, if it is closed on the first day of the loan by now.
alter table rental_line add column pickup_on date;
-- Last day as agreed, if the desk is closed then by now and the loan ends on a later day.
alter table rental_line add column agreed_end_on date;
-- Whether its borrower was notified that no device is there for it.
alter table rental_line add column unkept boolean not null default false;
alter table rental_line add constraint rental_line_moved_dates check (pickup_on > start_on and agreed_end_on < end_on);
