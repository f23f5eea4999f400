export const importNote = {
  imported: { one: '{count} file imported', other: '{count} files imported' },
  rows: { one: '{count} line', other: '{count} lines' },
  same: { one: '{count} was here already', other: '{count} were here already' },
  refused: { one: '{count} stayed out', other: '{count} stayed out' },
  seeRefused: 'See why',
  undo: 'Undo',
}
