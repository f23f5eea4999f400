/** Files that somebody dropped and that could not be read. */
export const refusedFiles = {
  title: 'Files that were not read',
  open: { one: '{count} open', other: '{count} open' },
  newest: {
    one: 'One more appears here once these are resolved.',
    other: '{count} more appear here once these are resolved.',
  },
  states: { open: 'open', setUp: 'to import', week: 'week missing', answered: 'resolved', waived: 'not needed' },
  unread: { one: '{count} file unread', other: '{count} files unread' },
  approval: 'Unread: {names}. What these files contain is not in the accounts.',
  sayWeek: 'Choose the week',
  waive: 'Not needed',
  askAgain: 'Needed after all',
  waived: '{name}: not needed.',
  question: {
    kind: 'Unread file',
    kindOf: '{source}: unread file',
    title: '{name} was not read',
    setUpTitle: '{name} is read and waits to be imported',
    effect: 'What this file contains is not in the accounts yet.',
    drop: 'Drop another file',
    look: 'See why, line by line',
  },
  setUp: 'It can be read now. It counts once it is imported.',
  import: 'Open to import',
  teach: 'Set up this file',
  logged: {
    'refused-file': {
      noun: 'Unread file',
      answer: 'Unread file answered',
    },
  },
}
