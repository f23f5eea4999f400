/** The questions that people keep of lists. */
export const views = {
  title: 'Saved views',
  lead: 'Saved views:',
  keep: 'Save this view',
  change: 'Change the view “{name}”',
  name: 'View name',
  newTitle: 'Save view',
  newText: 'The search, filters and order are saved under a name, for you alone. The results are always up to date.',
  save: 'Save view',
  rename: 'Save name',
  remove: 'Remove view',
  removeTitle: 'Remove the view “{name}”',
  removeText: 'The list stays as it is. The view can be saved again.',
  back: 'Back to the list',
  logged: {
    view: {
      save: 'List view saved',
      rename: 'List view renamed',
      remove: 'List view removed',
    },
  },
}
