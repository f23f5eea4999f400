/** The guide of the office: its chapters are files of `messages/guide`, named and announced here. */
export const guide = {
  title: 'Office guide',
  lead: 'How to work with Volante, from an empty folder to a paid week. For anybody with three cars and a spreadsheet.',
  link: 'Guide',
  linkTo: 'Guide: {chapter}',
  chaptersTitle: 'Chapters',
  inChapter: 'In this chapter',
  number: 'Chapter {number} of {count}',
  search: 'Search the guide',
  previous: 'Previous',
  next: 'Next',
  all: 'All chapters',
  sections: 'In the guide',
  answers: 'Answers',
  screens: 'Pages and actions',
  found: { one: '{count} result for “{text}”', other: '{count} results for “{text}”' },
  nothing: 'Nothing found for “{text}”',
  nothingText: 'Try another word, for example “toll” or “invoice”.',
  noteLabel: 'If it goes wrong:',
  chapters: {
    start: {
      title: 'The first day',
      lead: 'From an empty folder to a company that is ready. Install, create the account, and bring in drivers, cars and terms.',
    },
    monday: {
      title: 'Monday',
      lead: 'Download the files, drop them, settle the cases and approve the week. Then order the transfer and notify the drivers.',
    },
    exceptions: {
      title: 'Cases to settle',
      lead: 'What the week asks, what each answer changes and how to undo it. Unmatched rows, odd amounts and disputes.',
    },
    payday: {
      title: 'Payday',
      lead: 'Make the bank file, pay in cash and confirm what left. And deal with what the bank rejected.',
    },
    month: {
      title: 'The end of the month',
      lead: 'The bank checked, the drivers’ invoices requested and the VAT read. Then the folder goes to the accountant.',
    },
    people: {
      title: 'People joining',
      lead: 'Applications, driver records, terms and invitations. And the people who work in the office, with their permissions.',
    },
    cars: {
      title: 'Cars: out and in',
      lead: 'Add a car, hand it over and take it back. Handle damage, fines and repairs, and know whose each toll is.',
    },
    papers: {
      title: 'Documents and contracts',
      lead: 'Which documents are requested, who reviews them and what happens when they expire. And how a contract is signed.',
    },
    leaving: {
      title: 'When someone leaves',
      lead: 'Set the departure, take the car back and close the account. Return the deposit and know what is kept.',
    },
    trouble: {
      title: 'When something goes wrong',
      lead: 'Refused files, wrong approvals, failed payments and lost access. How each of them is undone.',
    },
    privacy: {
      title: 'Personal data',
      lead: 'What is kept, who sees it and how to answer a request. And what a driver can see and take away.',
    },
    running: {
      title: 'Keeping it running',
      lead: 'Backups, updates, email and disk space. And what to do when the server changes.',
    },
  },
}
