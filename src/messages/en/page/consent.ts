export const consent = {
  title: 'We measure only if you agree',
  text: 'The site works without measuring anybody. Nothing is counted or sent to anyone else until you answer. You can change your mind at any time, at the foot of the page.',
  more: 'What is stored',
  all: 'Accept all',
  necessary: 'Necessary only',
  choose: 'Choose',
  keep: 'Save choice',
  purposes: {
    analytics: { name: 'Statistics.', text: 'Pages visited and how fast they open, to make the site better.' },
    advertising: { name: 'Advertising.', text: 'Knowing which adverts bring people who want to work with us.' },
  },
}
