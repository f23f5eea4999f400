-- Nothing writes down who read a paper of the operator: the table waited for what is not built.
drop table paper_readings;
