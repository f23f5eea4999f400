export const importNote = {
  imported: { one: '{count} file imported', other: '{count} files imported' },
  rows: { one: '{count} line', other: '{count} lines' },
  same: { one: '{count} already here', other: '{count} already here' },
  refused: { one: '{count} left out', other: '{count} left out' },
  seeRefused: 'See why',
  undo: 'Undo',
}
