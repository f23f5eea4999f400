export const notYet = {
  title: 'This site is still being prepared',
  text: 'The company’s details are not here yet: name, tax number, licence and contacts.',
  applications: 'So there are no prices, contacts or applications yet. Please come back later.',
  signIn: 'Sign in',
  installed: 'Just installed this? How to create the first account',
}
