/** Long work and how far it is. */
export const runs = {
  title: 'Import of files',
  underWay: 'Importing',
  stopping: 'Cancelling',
  waiting: 'Waiting for its turn.',
  reading: 'Reading the files: {percent}%',
  writing: '{done} of {of} rows stored: {percent}%',
  leave: 'You can close this page: the import goes on. It counts only once it has finished, whole.',
  cancel: 'Cancel the import',
  cancelled: 'The import was cancelled. Nothing of it is kept.',
  refused: 'The import was not made. Nothing of it is kept.',
  backToDrop: 'Back to the files',
}
