/** Where the files of a week are fetched. */
export const fileLinks = {
  title: 'Ficheiros da semana',
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'Extratos em PDF',
  fullNumbers: 'Com o NIF por inteiro',
  messages: 'Avisos aos motoristas',
  tolls: 'Conferir portagens',
}
