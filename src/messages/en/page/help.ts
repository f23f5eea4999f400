/** The page of answers, which are files of `messages/answers`, and how the office is reached. */
export const help = {
  title: 'Help',
  subtitle: 'What drivers ask most often, and how to reach the office.',
  officeSubtitle: 'What the office asks most often, and where it is done.',
  search: 'Search for an answer',
  found: { one: '{count} answer for “{text}”', other: '{count} answers for “{text}”' },
  nothing: 'No answer for “{text}”',
  nothingText: 'Try another word, for example “toll” or “invoice”.',
  office: {
    title: 'Contact the office',
    call: 'Phone the office',
    hours: 'Open: {hours}',
    unset: 'The office has not added its phone number or email yet.',
  },
}
