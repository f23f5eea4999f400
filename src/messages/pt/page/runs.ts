/** Long work and how far it is; each kind of it has its own words. */
export const runs = {
  stopping: 'A cancelar',
  waiting: 'À espera de vez.',
  begun: 'A começar.',
  reading: 'A ler os ficheiros: {percent} %',
  writing: '{done} de {of} linhas guardadas: {percent} %',
  drawing: '{done} de {of} extratos em PDF: {percent} %',
  approving: '{done} de {of} extratos aprovados: {percent} %',
  import: {
    title: 'Importação de ficheiros',
    underWay: 'A importar',
    leave: 'Pode fechar esta página: a importação continua. Só conta quando terminar, inteira.',
    cancel: 'Cancelar a importação',
    cancelled: 'A importação foi cancelada. Nada dela ficou guardado.',
    refused: 'A importação não foi feita. Nada dela ficou guardado.',
    failed:
      'A importação parou por um erro do programa. Nada dela ficou guardado. Peça-a outra vez na página dos ficheiros; se voltar a acontecer, avise o apoio técnico.',
    back: 'Voltar aos ficheiros',
  },
  statements: {
    title: 'Extratos da semana {number} em PDF',
    underWay: 'A desenhar os extratos',
    leave: 'Pode fechar esta página: o trabalho continua, e o ficheiro fica aqui à espera.',
    cancel: 'Parar',
    cancelled: 'O trabalho foi parado. Nenhum ficheiro foi feito.',
    refused: 'O ficheiro não foi feito.',
    failed:
      'O trabalho parou por um erro do programa e nenhum ficheiro foi feito. Peça-o outra vez na página da semana; se voltar a acontecer, avise o apoio técnico.',
    back: 'Voltar à semana {number}',
    done: 'O ficheiro está pronto. Fica aqui guardado sete dias.',
    download: 'Descarregar o ZIP',
    gone: 'O ficheiro já não está guardado. Na página da semana faz-se outro.',
  },
  approval: {
    title: 'Aprovação da semana {number}',
    underWay: 'A aprovar',
    leave: 'Pode fechar esta página: a aprovação continua. Só conta quando terminar, inteira.',
    cancel: 'Cancelar a aprovação',
    cancelled: 'A aprovação foi cancelada. Nenhum extrato foi aprovado.',
    refused: 'A semana não foi aprovada. Nada mudou.',
    failed:
      'A aprovação parou por um erro do programa. Nada mudou. Aprove a semana outra vez; se voltar a acontecer, avise o apoio técnico.',
    back: 'Voltar à semana {number}',
  },
  logged: {
    run: {
      cancel: 'Tarefa cancelada',
    },
  },
}
