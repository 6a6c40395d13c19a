-- The data of a person is looked up by every column that refers to a person.
create index oidc_request_person on oidc_request (person_id) where person_id is not null;
