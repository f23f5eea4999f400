export const errors = {
  access: {
    denied: 'This page is not open to this account.',
    'signed-out': 'The session has ended. Sign in again to continue.',
  },
  record: {
    'not-found': 'What you are looking for doesn’t exist, or is no longer here.',
    'changed-meanwhile': 'Somebody has changed this in the meantime. See what changed and repeat it if it still makes sense.',
  },
  week: {
    unreadable: 'There is no week called “{text}”. It is written like this: 2026-W23.',
  },
  form: {
    reused: 'This form has already been sent. Open the page again before sending it once more.',
  },
  field: {
    required: 'This field is empty.',
    invalid: 'This value was not understood.',
    'too-long': 'The text is too long.',
    'too-short': 'The text is too short.',
    money: 'Write an amount in euros, for example 25.00.',
    number: 'Write a whole number.',
    day: 'Write a date that exists, for example 26/11/2026.',
    email: 'Write a complete e-mail address, for example name@example.com.',
    choice: 'Choose one of the options.',
  },
}
