-- Licences for learners alone, and offers of them (docs/behaviour/licences.md#fields).
alter table licence drop constraint licence_audience_check, add constraint licence_audience_check check (audience in ('all', 'teacher', 'student'));
alter table product_offer drop constraint product_offer_audience_check,
  add constraint product_offer_audience_check check (audience in ('all', 'teacher', 'student'));
alter table purchase_line drop constraint purchase_line_audience_check,
  add constraint purchase_line_audience_check check (audience in ('all', 'teacher', 'student'));
