export const vitals = {
  title: 'Speed of the site',
  subtitle:
    'How the public pages behaved, over the last {days} days, for visitors who allowed statistics. Three visits in four had this figure or a better one (75th percentile).',
  caption: 'Speed of the public pages, 75th percentile',
  devices: { label: 'Device', all: 'All', phone: 'Phone', desktop: 'Computer' },
  columns: {
    page: 'Page',
    visits: 'Visits',
    lcp: 'Main content (LCP)',
    inp: 'Answer to a tap (INP)',
    cls: 'Jumps of the page (CLS)',
    ttfb: 'First byte (TTFB)',
  },
  limits: 'Good up to',
  verdicts: { good: 'good', middling: 'could be better', poor: 'poor' },
  seconds: '{value} s',
  milliseconds: '{value} ms',
  off: {
    title: 'Speed is not being measured',
    text: 'It begins once the installation has VITALS_SHARE, the share of visits to measure: 0.25 measures one in four. Only those who allow it count.',
  },
  empty: {
    title: 'No visits measured yet',
    text: 'Only visits of people who allowed statistics count. The first figures appear when they leave a page.',
  },
  link: 'Speed of the site',
}
