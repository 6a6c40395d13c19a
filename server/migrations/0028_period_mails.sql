-- The last month of which somebody got the report, and in which they were told what ends with the school year: each once, whoever asks when.
alter table person add column report_month text check (report_month ~ '^\d{4}-\d{2}$');
alter table person add column year_end_month text check (year_end_month ~ '^\d{4}-\d{2}$');
