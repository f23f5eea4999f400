/** Files that somebody dropped and that could not be read. */
export const refusedFiles = {
  title: 'Ficheiros que não foram lidos',
  open: { one: '{count} por resolver', other: '{count} por resolver' },
  newest: {
    one: 'Falta mais um, que aparece aqui depois de resolver estes.',
    other: 'Faltam mais {count}, que aparecem aqui depois de resolver estes.',
  },
  states: {
    open: 'por resolver',
    setUp: 'por importar',
    week: 'falta a semana',
    answered: 'resolvido',
    waived: 'não é preciso',
  },
  unread: { one: '{count} ficheiro por ler', other: '{count} ficheiros por ler' },
  approval: 'Por ler: {names}. O que está nestes ficheiros não entra nas contas.',
  sayWeek: 'Dizer a semana',
  waive: 'Não é preciso',
  askAgain: 'Afinal é preciso',
  waived: '{name}: não é preciso.',
  question: {
    kind: 'Ficheiro por ler',
    kindOf: '{source}: ficheiro por ler',
    title: 'O ficheiro {name} não foi lido',
    setUpTitle: 'O ficheiro {name} já se lê e está por importar',
    effect: 'O que está neste ficheiro ainda não entra nas contas.',
    drop: 'Largar outro ficheiro',
    look: 'Ver porquê, linha a linha',
  },
  setUp: 'Já se lê. Conta quando for importado.',
  import: 'Abrir para importar',
  teach: 'Configurar a leitura deste ficheiro',
  logged: {
    'refused-file': {
      noun: 'Ficheiro por ler',
      answer: 'Ficheiro por ler, respondido',
    },
  },
}
