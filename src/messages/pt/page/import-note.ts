/** What a drop brought, on the page that follows it. */
export const importNote = {
  imported: { one: '{count} ficheiro importado', other: '{count} ficheiros importados' },
  rows: { one: '{count} linha', other: '{count} linhas' },
  same: { one: '{count} já cá estava', other: '{count} já cá estavam' },
  refused: { one: '{count} ficou de fora', other: '{count} ficaram de fora' },
  seeRefused: 'Ver porquê',
  undo: 'Anular',
}
