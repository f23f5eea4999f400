/** Long work and how far it is; each kind of it has its own words. */
export const runs = {
  stopping: 'Cancelling',
  waiting: 'Waiting its turn.',
  begun: 'Starting.',
  reading: 'Reading the files: {percent}%',
  writing: '{done} of {of} lines stored: {percent}%',
  drawing: '{done} of {of} PDF statements created: {percent}%',
  approving: '{done} of {of} statements approved: {percent}%',
  import: {
    title: 'File import',
    underWay: 'Importing',
    leave: 'You can close this page: the import carries on. It counts only once it has finished completely.',
    cancel: 'Cancel import',
    cancelled: 'The import was cancelled. Nothing from it was kept.',
    refused: 'The import was not carried out. Nothing from it was kept.',
    failed:
      'The import stopped because of an error in the program. Nothing from it was kept. Start it again from the files page; if the error comes back, contact technical support.',
    back: 'Back to the files',
  },
  statements: {
    title: 'Statements for week {number} as PDF',
    underWay: 'Creating PDFs',
    leave: 'You can close this page: the work carries on, and the file will be waiting here.',
    cancel: 'Stop',
    cancelled: 'The work was stopped. No file was created.',
    refused: 'The file was not created.',
    failed:
      'The work stopped because of an error in the program, and no file was created. Start it again from the week’s page; if the error comes back, contact technical support.',
    back: 'Back to week {number}',
    done: 'The file is ready. It is kept here for seven days.',
    download: 'Download the ZIP',
    gone: 'The file is no longer kept. You can create another on the week’s page.',
  },
  approval: {
    title: 'Approval of week {number}',
    underWay: 'Approving',
    leave: 'You can close this page: the approval carries on. It counts only once it has finished completely.',
    cancel: 'Cancel approval',
    cancelled: 'The approval was cancelled. No statement was approved.',
    refused: 'The week was not approved. Nothing has changed.',
    failed:
      'The approval stopped because of an error in the program. Nothing has changed. Approve the week again; if the error comes back, contact technical support.',
    back: 'Back to week {number}',
  },
  logged: {
    run: {
      cancel: 'Task cancelled',
    },
  },
}
