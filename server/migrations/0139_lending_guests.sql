-- What a point of a district has is there for guests too, where it says so; what a school has is nobody else's business.
alter table lending_point
  add column guests boolean not null default false,
  add constraint lending_point_guests check (not guests or school_id is null);
