/** Long work and how far it is. */
export const runs = {
  title: 'Importação de ficheiros',
  underWay: 'A importar',
  stopping: 'A cancelar',
  waiting: 'À espera de vez.',
  reading: 'A ler os ficheiros: {percent} %',
  writing: '{done} de {of} linhas guardadas: {percent} %',
  leave: 'Pode fechar esta página: a importação continua. Só conta quando terminar, inteira.',
  cancel: 'Cancelar a importação',
  cancelled: 'A importação foi cancelada. Nada dela ficou guardado.',
  refused: 'A importação não foi feita. Nada dela ficou guardado.',
  backToDrop: 'Voltar aos ficheiros',
}
