export const account = {
  email: 'E-mail',
  password: 'Palavra-passe',
  newPassword: 'Nova palavra-passe',
  passwordHelp: 'Pelo menos {min} caracteres. Uma frase que só a própria pessoa conheça serve bem.',
  name: 'Nome',
  login: {
    title: 'Entrar',
    text: 'Extratos, documentos e contratos, para motoristas e escritório.',
    enter: 'Entrar',
    forgot: 'Esqueceu-se da palavra-passe?',
    signup: 'Ainda não conduz connosco? Candidate-se',
  },
  forgot: {
    title: 'Palavra-passe esquecida',
    text: 'Peça ao escritório uma ligação para escolher outra. Funciona uma vez, durante 72 horas, e não é preciso dizer a palavra-passe a ninguém.',
    contact: 'Ver os contactos',
    back: 'Voltar à entrada',
  },
  setup: {
    title: 'Primeira conta de administrador',
    text: 'Esta instalação ainda não tem ninguém que a administre. A conta criada aqui abre o escritório inteiro.',
    create: 'Criar a conta e entrar',
  },
  invite: {
    title: 'Escolher a palavra-passe',
    text: 'Para a conta {email}. A ligação deixa de servir depois de usada, e as outras sessões desta conta terminam.',
    set: 'Guardar e entrar',
  },
}
