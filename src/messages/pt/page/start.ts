/** The way of a new operator to the first approved week. */
export const start = {
  title: 'Começar por aqui',
  text: 'São {all} passos até à primeira semana aprovada. A ordem é uma sugestão: pode parar e continuar depois.',
  count: '{done} de {all} feitos',
  done: 'Feito.',
  open: 'Por fazer.',
  facts: {
    name: 'nome',
    nipc: 'NIPC',
    licence: 'licença',
    contact: 'telefone ou e-mail',
    iban: 'IBAN de onde se paga',
  },
  leftDrop: {
    one: 'Continuar com o ficheiro largado a {at}',
    other: 'Continuar com os {count} ficheiros largados a {at}',
  },
  steps: {
    company: {
      what: 'Dizer quem é a empresa',
      text: 'O nome, o NIPC, a licença, os contactos e o IBAN de onde se paga.',
      lacks: 'Falta dizer: {names}.',
    },
    files: {
      what: 'Largar os ficheiros da semana',
      text: 'Os da Uber, da Bolt, da Via Verde e da PRIO, todos de uma vez.',
    },
    fleet: {
      what: 'Confirmar os motoristas e as viaturas',
      text: 'Propõem-se a partir dos ficheiros. Também podem vir de uma folha de cálculo, ou ser criados à mão.',
      has: { one: 'Feito: {count} motorista.', other: 'Feito: {count} motoristas.' },
    },
    terms: {
      what: 'Dizer as condições',
      text: 'O regime, a taxa e o aluguer, uma vez para todos.',
      has: 'Feito: a taxa e o aluguer são os das definições financeiras, ou os de cada ficha.',
      lacks: { one: 'Falta a {count} motorista.', other: 'Faltam a {count} motoristas.' },
    },
    ibans: {
      what: 'Juntar os IBAN',
      text: 'Colados de uma folha de cálculo, ou escritos em cada ficha.',
      lacks: { one: 'Falta o de {count} motorista.', other: 'Faltam os de {count} motoristas.' },
    },
    invitations: {
      what: 'Convidar os motoristas',
      text: 'Cada um recebe uma ligação para ver os seus extratos. Pode ficar para depois.',
      lacks: {
        one: '{count} motorista ainda não pode entrar. Pode ficar para depois.',
        other: '{count} motoristas ainda não podem entrar. Pode ficar para depois.',
      },
    },
    week: {
      what: 'Aprovar a primeira semana',
      text: 'Decidem-se os casos, aprova-se, e descarrega-se o ficheiro do banco.',
    },
  },
  acts: {
    company: 'Preencher os dados da empresa',
    propose: 'Ver quem está nos ficheiros',
    list: 'Trazer motoristas de uma folha de cálculo',
    cars: 'Trazer viaturas de uma folha de cálculo',
    terms: 'Dizer as condições',
    drivers: 'Ver motoristas',
    hand: 'Criar o primeiro à mão',
    invite: 'Convidar motoristas',
    week: 'Abrir a semana',
    seen: 'Ver os dados',
    brand: 'Dar nome e logótipo ao site',
    settings: 'Ver a taxa e o aluguer',
  },
}
