/** Work of the site that was given up after its last try: what it was to do, and how it ends. */
export const givenUp = {
  title: 'Trabalho por fazer',
  subtitle: 'O que o site tentou muitas vezes, sem conseguir. Cada um acaba com uma resposta.',
  back: 'Sistema',
  open: {
    title: 'Sem resposta',
    none: 'Nada ficou por fazer',
    noneText: 'O que falhar até à última tentativa aparece aqui.',
  },
  left: { title: 'Deixado por fazer', text: 'Durante um mês ainda se pode tentar. O motivo está no registo:' },
  log: 'Registo de alterações',
  columns: { what: 'O que ficou por fazer', comes: 'Volta por si', tried: 'Última tentativa', acts: 'Resposta' },
  comes: {
    minute: 'Sim, todos os minutos',
    quarter: 'Sim, de quarto em quarto de hora',
    day: 'Sim, todos os dias',
    never: 'Não',
  },
  again: {
    link: 'Tentar outra vez',
    question: 'Tentar outra vez?',
    effect: 'O trabalho recomeça agora, do princípio. O que já estava feito não se repete.',
    submit: 'Tentar outra vez',
  },
  all: 'Tentar todos outra vez',
  leave: {
    link: 'Deixar',
    question: 'Deixar por fazer?',
    scheduled: 'Esta vez não se faz. A próxima vem pelo seu horário.',
    lost: 'Não se faz, e não volta por si. Deixe só se já não é preciso.',
    stays: 'Durante um mês ainda se pode tentar outra vez.',
    reason: 'Motivo',
    submit: 'Deixar',
  },
  done: {
    again: 'O trabalho recomeçou. Se falhar muitas vezes, volta a aparecer aqui.',
    left: 'Ficou por fazer, com o seu motivo no registo.',
  },
  /** A sentence for each kind of work, by its name in the queue: what is not done while it is given up. */
  unknown: 'Um trabalho que esta versão já não conhece.',
  undone: {
    settlements: {
      'announce-statements': 'Os motoristas de uma semana não foram avisados do seu extrato.',
      'tidy-week-marks': 'Semanas já respondidas podem ainda aparecer com perguntas.',
    },
    departures: {
      'end-stays': 'Saídas com data de hoje não ficaram concluídas.',
      'reopen-sign-in': 'Um motorista que voltou ainda não consegue entrar.',
    },
    papers: { 'warn-of-ends': 'Ninguém foi avisado dos documentos que acabam.' },
    upkeep: { 'warn-holders': 'Os motoristas não foram avisados da manutenção das viaturas.' },
    digests: { send: 'O resumo do que espera não foi enviado ao escritório.' },
    reports: { send: 'Os relatórios marcados não foram enviados.' },
    disputes: { remind: 'O escritório não foi lembrado das linhas contestadas.' },
    forecasts: { warn: 'Ninguém foi avisado das semanas que ficam negativas.' },
    receipts: { remind: 'Os motoristas não foram lembrados do recibo que falta.' },
    contracts: {
      remind: 'Ninguém foi lembrado dos contratos por assinar.',
      stamp: 'Contratos selados esperam ainda pelo carimbo com a data.',
    },
    mail: {
      deliver: 'Uma mensagem por e-mail não foi enviada.',
      wake: 'Mensagens paradas não foram postas de novo a caminho.',
    },
    push: { deliver: 'Um aviso não chegou a um telemóvel.' },
    whatsapp: { deliver: 'Uma mensagem por WhatsApp não foi enviada.' },
    drops: {
      'import-long-drop': 'Uma entrega de ficheiros não foi importada.',
      forget: 'Ficheiros entregues e nunca importados não foram apagados.',
    },
    approvals: { 'approve-long-week': 'A aprovação de uma semana grande não acabou.' },
    exports: { 'pack-statements': 'Um conjunto de extratos em PDF não ficou pronto.' },
    runs: { 'forget-files': 'Ficheiros já descarregados não foram apagados.' },
    deliveries: { 'watch-folder': 'Os ficheiros que chegam por si não foram vistos.' },
    mailboxes: {
      look: 'Uma caixa de correio não foi vista quando alguém pediu.',
      'look-due': 'As caixas de correio não foram vistas à sua hora.',
    },
    files: {
      forget: 'Um ficheiro removido ainda está guardado.',
      'read-signatures': 'As assinaturas de faturas antigas não foram lidas.',
    },
    applications: { forget: 'Candidaturas fora do prazo ainda estão guardadas.' },
    consent: {
      'tell-pixel': 'Um registo do site não foi contado na publicidade.',
      'purge-answers': 'Respostas antigas sobre cookies ainda estão guardadas.',
    },
    vitals: { 'purge-counts': 'Medidas antigas do site ainda estão guardadas.' },
    invariants: { 'prove-books': 'As contas não foram conferidas hoje.' },
    'audit-chain': { anchor: 'O registo de alterações não recebeu proteção nova.' },
    backups: {
      make: 'Uma cópia de segurança pedida não foi feita.',
      'make-due': 'A cópia de segurança desta hora não foi feita.',
      'hold-due-drill': 'O ensaio das cópias não foi feito.',
    },
    restores: {
      'note-forgotten': 'Um dado apagado não ficou anotado. Uma cópia reposta pode trazê-lo de volta.',
    },
    sessions: { 'end-sign-in': 'Uma sessão terminada aqui pode ainda valer no serviço de contas.' },
    connections: {
      collect: 'Uma plataforma não foi consultada quando alguém pediu.',
      'collect-due': 'As plataformas não foram consultadas à sua hora.',
      acts: 'Pedidos às plataformas, como ligar uma viatura, ficaram por enviar.',
      'weigh-debts': 'As dívidas não foram comparadas com a regra do dinheiro.',
    },
    mondays: { run: 'A segunda-feira automática não preparou a semana.' },
    positions: {
      sweep: 'Localizações fora do prazo ainda estão guardadas.',
      'count-days': 'Os quilómetros dos últimos dias não foram contados.',
      watch: 'Os alertas das viaturas não foram vistos.',
    },
    'personal-data': {
      forget: 'Dados de pessoas apagadas ainda estão guardados.',
      'forget-account': 'A conta de uma pessoa apagada ainda existe no serviço de contas.',
    },
    retention: { sweep: 'Dados fora do prazo ainda estão guardados.' },
  },
}
