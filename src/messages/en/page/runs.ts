/** Long work and how far it is; each kind of it has its own words. */
export const runs = {
  stopping: 'Cancelling',
  waiting: 'Waiting for its turn.',
  begun: 'Starting.',
  reading: 'Reading the files: {percent}%',
  writing: '{done} of {of} rows stored: {percent}%',
  drawing: '{done} of {of} statements drawn: {percent}%',
  approving: '{done} of {of} statements approved: {percent}%',
  import: {
    title: 'Import of files',
    underWay: 'Importing',
    leave: 'You can close this page: the import goes on. It counts only once it has finished, whole.',
    cancel: 'Cancel the import',
    cancelled: 'The import was cancelled. Nothing of it is kept.',
    refused: 'The import was not made. Nothing of it is kept.',
    failed:
      'The import stopped because of a fault in the program. Nothing of it is kept. Order it again on the page of the files; if it happens again, tell technical support.',
    back: 'Back to the files',
  },
  statements: {
    title: 'Statements of week {number} as PDF',
    underWay: 'Drawing the statements',
    leave: 'You can close this page: the work goes on, and the file waits here.',
    cancel: 'Stop',
    cancelled: 'The work was stopped. No file was made.',
    refused: 'The file was not made.',
    failed:
      'The work stopped because of a fault in the program, and no file was made. Order it again on the page of the week; if it happens again, tell technical support.',
    back: 'Back to week {number}',
    done: 'The file is ready. It is kept here for seven days.',
    download: 'Download the ZIP',
    gone: 'The file is kept no longer. The page of the week makes another.',
  },
  approval: {
    title: 'Approval of week {number}',
    underWay: 'Approving',
    leave: 'You can close this page: the approval goes on. It counts only once it has finished, whole.',
    cancel: 'Cancel the approval',
    cancelled: 'The approval was cancelled. No statement was approved.',
    refused: 'The week was not approved. Nothing has changed.',
    failed:
      'The approval stopped because of a fault in the program. Nothing has changed. Approve the week again; if it happens again, tell technical support.',
    back: 'Back to week {number}',
  },
}
