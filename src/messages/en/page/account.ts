export const account = {
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  passwordHelp: 'At least {min} characters. A phrase that nobody else knows does well.',
  name: 'Name',
  login: {
    title: 'Sign in',
    text: 'Statements, documents and contracts, for drivers and the office.',
    enter: 'Sign in',
    forgot: 'Forgotten the password?',
    signup: 'Not driving with us yet? Apply',
  },
  forgot: {
    title: 'Forgotten password',
    text: 'Ask the office for a link to choose another one. It works once, for 72 hours, and nobody needs to be told the password.',
    contact: 'See the contact details',
    back: 'Back to sign-in',
  },
  setup: {
    title: 'First administrator account',
    text: 'Nobody administers this installation yet. The account created here opens the whole office.',
    create: 'Create the account and sign in',
  },
  invite: {
    title: 'Choose the password',
    text: 'For the account {email}. The link stops working once used, and the account’s other sessions end.',
    set: 'Save and sign in',
  },
}
