/** Where the files of a week are fetched. */
export const fileLinks = {
  title: 'Ficheiros da semana',
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'Extratos em PDF',
  messages: 'Avisos aos motoristas',
  tolls: 'Conferir portagens',
}
