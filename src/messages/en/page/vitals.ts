export const vitals = {
  title: 'Site speed',
  subtitle:
    'How the public pages performed, over the last {days} days, for visitors who allowed statistics. Three visits in four had this figure or better (75th percentile).',
  caption: 'Public page speed, 75th percentile',
  devices: { label: 'Device', all: 'All', phone: 'Phone', desktop: 'Computer' },
  columns: {
    page: 'Page',
    visits: 'Visits',
    lcp: 'Main content (LCP)',
    inp: 'Response to a tap (INP)',
    cls: 'Layout shifts (CLS)',
    ttfb: 'First byte (TTFB)',
  },
  limits: 'Good up to',
  verdicts: { good: 'good', middling: 'could be better', poor: 'poor' },
  seconds: '{value} s',
  milliseconds: '{value} ms',
  off: {
    title: 'Speed is not being measured',
    text: 'It starts once VITALS_SHARE is set, the share of visits to measure: 0.25 measures one in four. Only visitors who allow it count.',
  },
  empty: {
    title: 'No visits measured yet',
    text: 'Only visits by people who allowed statistics count. The first figures appear when they leave a page.',
  },
  link: 'Site speed',
}
