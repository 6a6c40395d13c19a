-- Turns of the waiting list count what a school had of a model this year, and past lines never go.
create index rental_line_model on rental_line (model_id, start_on);
