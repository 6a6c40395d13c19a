-- Districts whose records are not given away to other systems (docs/operate/exchange.md#what-a-district-withholds). No row: they are.
create table withheld_district (
  district_id text primary key references district (id) on delete cascade
);
