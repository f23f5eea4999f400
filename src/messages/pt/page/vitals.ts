export const vitals = {
  title: 'Rapidez do site',
  subtitle:
    'Como as páginas públicas se comportaram, nos últimos {days} dias, para quem as visitou e autorizou a estatística. Três em cada quatro visitas tiveram este valor ou melhor (percentil 75).',
  caption: 'Rapidez das páginas públicas, percentil 75',
  devices: { label: 'Equipamento', all: 'Todos', phone: 'Telemóvel', desktop: 'Computador' },
  columns: {
    page: 'Página',
    visits: 'Visitas',
    lcp: 'Conteúdo principal (LCP)',
    inp: 'Resposta ao toque (INP)',
    cls: 'Saltos da página (CLS)',
    ttfb: 'Primeiro byte (TTFB)',
  },
  limits: 'Bom até',
  verdicts: { good: 'bom', middling: 'a melhorar', poor: 'mau' },
  seconds: '{value} s',
  milliseconds: '{value} ms',
  off: {
    title: 'A rapidez não está a ser medida',
    text: 'Começa quando a instalação tiver VITALS_SHARE, a parte das visitas a medir: 0,25 mede uma em cada quatro. Só conta quem autorizar.',
  },
  empty: {
    title: 'Ainda sem visitas medidas',
    text: 'Só contam as visitas de quem autorizou a estatística. Os primeiros valores aparecem quando essas pessoas saem da página.',
  },
  link: 'Rapidez do site',
}
