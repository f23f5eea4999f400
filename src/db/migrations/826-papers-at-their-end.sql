-- Few of the papers that count are about to end: the overview asks for these each time, and so does the list of what ends.
create index papers_at_their_end on papers (expires_on) where state = 'accepted';
