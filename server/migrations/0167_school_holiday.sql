-- School holidays of a Land in a school year that an operator added; they take the place of those that ship with the portal.
create table school_holiday (
  land text not null check (land in ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH')),
  school_year text not null check (school_year ~ '^20[0-9]{2}/[0-9]{2}$'),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  name text not null check (length(name) between 1 and 80),
  source text not null check (length(source) between 1 and 300),
  url text not null check (length(url) <= 500),
  checked_on date not null,
  primary key (land, starts_on, name)
);
