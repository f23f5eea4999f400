export const notYet = {
  title: 'This site is still being prepared',
  text: 'The company has not yet said here who it is: name, tax number, licence and contact.',
  applications: 'So there are no prices, contacts or applications yet. Please come back later.',
  signIn: 'Sign in',
}
