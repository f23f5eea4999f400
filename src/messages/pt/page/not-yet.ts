export const notYet = {
  title: 'Este site ainda está a ser preparado',
  text: 'A empresa ainda não disse aqui quem é: nome, NIPC, licença e contacto.',
  applications: 'Por isso não há preços, contactos nem candidaturas. Volte mais tarde.',
  signIn: 'Entrar',
  installed: 'Acabou de instalar o programa? Como criar a primeira conta',
}
