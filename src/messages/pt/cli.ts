import { identityCheck } from './identity-check.ts'

/** What the command line and the start of the site say. */
export const cli = {
  help: 'volante: da semana de ficheiros ao extrato de cada motorista. Comandos:',
  unknown: 'Comando desconhecido: {command}',
  argumentMissing: 'Falta um argumento. Veja a forma do comando com --help.',
  fleetLoad: 'Carrega empresa, motoristas, viaturas e atribuições de um ficheiro JSON.',
  fleetLoaded: '{drivers} motoristas, {vehicles} viaturas e {assignments} atribuições carregadas.',
  import: 'Importa ficheiros da Uber, Bolt, Via Verde e PRIO. Recusa inteiro o que não percebe.',
  imported: {
    imported: '{name}: importado, {rows} linhas',
    duplicate: '{name}: já importado, nada muda',
    reference: '{name}: guardado para consulta, {rows} linhas que não entram nas contas',
    refused: '{name}: recusado',
  },
  cancelled: 'Cancelado. Do ficheiro que estava a ser lido nada ficou; os anteriores estão importados.',
  progress: {
    reading: '{name}: a ler, {percent} %',
    writing: '{name}: {done} de {of} linhas guardadas, {percent} %',
  },
  statements: 'Mostra os extratos da semana, com cada linha e de onde vem.',
  approve: 'Emite e aprova a semana: todos os extratos ou nenhum.',
  approved: {
    one: '{count} extrato aprovado ({already} já estavam).',
    other: '{count} extratos aprovados ({already} já estavam).',
  },
  sepa: 'Escreve o ficheiro SEPA dos extratos aprovados.',
  sepaWritten: {
    one: '{count} transferência, {sum} €, em {path}',
    other: '{count} transferências, {sum} €, em {path}',
  },
  sepaBlocked: '  fora do ficheiro: {ref} {name}, {reason}',
  blocked: {
    'iban-missing': 'sem IBAN',
    'iban-invalid': 'IBAN inválido',
    'nothing-to-pay': 'nada a pagar',
    'on-hold': 'IBAN alterado há menos de 48 horas',
  },
  payslips: 'Escreve o extrato de cada motorista em PDF.',
  payslipsWritten: { one: '{count} extrato em {path}', other: '{count} extratos em {path}' },
  migrate: 'Prepara ou atualiza a base de dados.',
  migrated: 'A base de dados está atualizada.',
  usersCreateAdmin: 'Cria uma ligação de utilização única para registar um administrador.',
  usersCreated: 'Abra esta ligação para registar o administrador (válida durante 15 minutos): {link}',
  usersReset: 'Cria uma ligação de utilização única para repor a palavra-passe de uma conta.',
  usersResetLink: 'Abra esta ligação para escolher outra palavra-passe (válida durante 1 hora): {link}',
  checks: {
    'ledger-sum': 'A soma de todos os movimentos é zero',
    'journals-balance': 'Cada lançamento soma zero',
    'balances-stored': 'Cada saldo é a soma dos seus movimentos',
    'versions-chain': 'Nenhum movimento falta na sequência da sua conta',
    'groups-sum': 'Cada extrato é a soma das suas linhas',
    'batches-sum': 'Cada lote soma os seus pagamentos',
    'audit-chain': 'O registo de alterações está inteiro',
  },
  auditVerify: 'Percorre o registo de alterações e diz o primeiro elo que não confere.',
  auditHolds: {
    one: 'O registo está inteiro: {count} alteração. Para conferir mais tarde, guarde fora daqui: --anchor {anchor}',
    other: 'O registo está inteiro: {count} alterações. Para conferir mais tarde, guarde fora daqui: --anchor {anchor}',
  },
  auditBroken: {
    changed: 'A alteração n.º {seq} não é a que foi escrita, ou a anterior a ela foi trocada.',
    missing: 'Falta a alteração n.º {seq}.',
    added: 'A alteração n.º {seq} foi metida no registo sem passar por ele.',
    head: 'O fim do registo, na alteração n.º {seq}, não é o que foi guardado.',
    anchor: 'A alteração n.º {seq} não tem o valor indicado: o registo foi escrito de novo.',
  },
  anchorUnreadable: 'O valor de --anchor é o número e o resumo que uma verificação anterior mostrou.',
  identity: identityCheck,
  doctor: 'Verifica a base de dados e as contas.',
  start: {
    running: '\n  Volante está em {url}\n',
    demo: '  Frota de demonstração. Para entrar:\n    escritório  {adminEmail}   {adminPassword}\n    motorista   {driverEmail}   {driverPassword}\n\n  Ficheiros da semana para experimentar: {files}\n',
    setup:
      '  Ainda não há administrador. Abra esta ligação nos próximos 15 minutos para registar o primeiro:\n    {url}\n',
    stopping: 'A terminar…',
    alreadyRunning:
      'Volante já está em {url} (processo {pid}) com estes dados. Termine-o primeiro, ou indique outra pasta em VOLANTE_DATA.',
    portTaken: 'A porta {port} está ocupada por outro programa. Indique outra em PORT.',
    publicUrlMissing:
      'Em produção é preciso PUBLIC_URL: o endereço em que o site é visto, por exemplo https://frota.example.',
  },
}
