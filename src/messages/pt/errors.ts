/** What a person reads when a rule says no. The key is the code of the refusal; params are placeholders. */
export const errors = {
  access: {
    scope: 'A sua conta de administrador pode ver, mas não alterar isto. Fale com quem gere as contas.',
    viewing: 'Está a ver a área como o motorista a vê. Nada se altera a partir daqui.',
    denied: 'Esta página não está aberta a esta conta.',
    'signed-out': 'A sessão terminou. Entre de novo para continuar.',
  },
  row: { answered: 'Esta linha já tem uma resposta. Anule-a primeiro.' },
  record: {
    'not-found': 'O que procura não existe, ou já não está aqui.',
    'changed-meanwhile': 'Alguém alterou isto entretanto. Veja o que mudou e repita, se ainda fizer sentido.',
  },
  mail: {
    nobody: 'Nenhum destes motoristas tem um e-mail na ficha para onde avisar.',
    'no-codes': 'Esta mensagem não tem nenhuma ligação para entregar. Peça uma nova a quem a enviou.',
    'already-sent': 'Esta mensagem já foi enviada.',
  },
  'driver-list': {
    unreadable: 'Este ficheiro não é uma folha de cálculo nem texto. Guarde-o como XLSX ou CSV e escolha-o outra vez.',
    'too-long': 'A lista é demasiado longa. Parta-a em listas de 500 linhas.',
    problems: {
      one: 'Há {count} célula que não se percebe. Corrija-a e veja outra vez.',
      other: 'Há {count} células que não se percebem. Corrija-as e veja outra vez.',
    },
    changed: 'A frota mudou entretanto. Nada foi guardado: veja outra vez o que muda.',
    undecided: 'Falta dizer quem é o motorista da linha {line}. Nada foi guardado.',
    'one-twice': 'Duas linhas ficaram para o mesmo motorista. Escolha outro numa delas.',
  },
  telling: {
    'no-phone': 'Falta um número de telemóvel válido na ficha deste motorista. Escreva-o lá e tente de novo.',
  },
  newcomers: {
    changed:
      'A lista mudou entretanto: chegou um ficheiro, ou alguém respondeu. Nada foi criado; veja a lista de novo.',
    'holder-missing':
      'Uma viatura da lista é de um motorista que não está marcado para criar. Marque-o, ou escolha outro para a viatura.',
  },
  week: {
    empty: 'A semana {week} ainda não tem nada para aprovar.',
    unmatched: {
      one: 'Há {count} linha por associar. Associe-a, ou aprove deixando-a de fora.',
      other: 'Há {count} linhas por associar. Associe-as, ou aprove deixando-as de fora.',
    },
    'not-over': 'A semana {week} ainda não acabou. Pode aprová-la a partir de {day}.',
    'changed-meanwhile': 'Os valores mudaram desde que abriu a página. Veja os novos totais e aprove outra vez.',
    unreadable: 'Não há nenhuma semana com o nome «{text}». Escreve-se assim: 2026-W23.',
  },
  reclassification: {
    'too-much': 'Por classificar não há tanto desse lado. Veja quanto está lá hoje e escreva menos.',
    'taken-back': 'Esta classificação já foi estornada.',
  },
  settlement: {
    'of-merged': 'Este extrato é de um registo que foi junto a outro. Lance um acerto no registo que ficou.',
    'not-voidable':
      'Se está num lote ainda por pagar, anule primeiro o lote. Um extrato pago não muda: lance um acerto na semana aberta.',
    'not-payable': 'Este extrato não tem nada por pagar, ou já está num lote.',
    'not-paid-by-hand': 'Este extrato não está pago por outro meio. Veja a página outra vez.',
  },
  merge: {
    blocked: 'Os registos ainda não se podem juntar: {driver}. A página diz o que falta fazer antes.',
    'choose-terms': 'Os dois registos têm condições diferentes. Escolha quais contam daqui em diante.',
    'choose-account': 'Os dois registos têm uma conta de acesso. Escolha a que fica.',
    'settled-since': 'Depois da junção já houve extratos, pagamentos ou lançamentos. Agora só se corrige com acertos.',
    'undo-later-first':
      '{stays} foi depois junto ao registo de {later}. Abra o registo de {later} e separe-os primeiro.',
  },
  company: {
    'not-set':
      'A empresa ainda não disse quem é, e por isso não recebe candidaturas nem mensagens aqui. Volte mais tarde.',
    'iban-missing': 'Falta o IBAN da empresa. Escreva-o na ficha da empresa e descarregue de novo o ficheiro.',
  },
  brand: {
    'logo-format':
      'O logótipo tem de ser PNG ou JPEG. SVG, WebP e outros formatos: exporte-o como PNG, de preferência com fundo transparente.',
    'logo-too-large': 'O logótipo passa de 500 KB. Guarde-o mais pequeno: é mostrado com 160 × 64 pontos.',
    'logo-unreadable': 'Este logótipo não se consegue abrir. Exporte-o de novo como PNG.',
  },
  paper: {
    answered: 'Este documento já teve resposta. Veja a página outra vez.',
    'due-past': 'O dia até quando pede o documento já passou.',
    'expiry-missing': 'Falta o dia até quando o documento vale.',
    'file-missing': 'Falta o ficheiro: um PDF ou fotografias do documento.',
    'number-missing': 'Falta o código do certificado: o ficheiro não se guarda.',
    'on-its-way': 'Este documento já foi enviado e espera por ser visto.',
    'stops-assigning':
      'A viatura {plate} não pode ser entregue a {driver}. Falta: {papers}. Junte o que falta, ou desligue este travão nas regras dos documentos.',
  },
  payment: {
    nobody: 'Na semana {week} não há ninguém para pagar pelo banco.',
    'receipt-missing':
      'As definições pedem o recibo do motorista antes de pagar. Marque-o primeiro na página da semana.',
    'papers-missing':
      'As regras dos documentos param este pagamento. Falta: {papers}. Junte o que falta, ou desligue este travão.',
    'day-to-come': 'O dia do pagamento ainda não chegou. Escolha hoje ou um dia antes.',
    'matched-by-bank': 'O extrato do banco mostra este pagamento. Retire primeiro a resposta desse movimento.',
    'day-unread': 'A data «{typed}» não se consegue ler. Escreva-a assim: 2026-06-11.',
    'day-past': 'O dia {day} já passou. Escolha {next} ou um dia útil bancário depois.',
    'day-closed': 'No dia {day} os bancos europeus não fazem transferências. O dia útil bancário seguinte é {next}.',
    'file-of-other-day':
      'A semana {week} já tem um ficheiro do banco para {day}. Repita sem outra data, ou anule esse ficheiro primeiro.',
    'paid-other-day': 'A semana {week} já foi paga, em {day}. Para voltar a ter o ficheiro do banco, repita sem data.',
  },
  receipt: {
    answered: 'Um destes recibos já foi marcado, ou já não se espera por ele. Veja a página outra vez.',
    'none-due': 'Este extrato não pede recibo, ou ainda não está aprovado.',
    annulled: 'Este recibo está anulado no Portal. Emita outro e envie-o.',
    'code-unreadable': 'O texto do código QR não é de um recibo do Portal. Copie-o todo, ou deixe o campo vazio.',
    used: 'Este recibo já conta para a semana {week}. Envie o recibo desta semana.',
  },
  'receipt-list': {
    unreadable: 'O ficheiro não é uma lista do e-Fatura que se consiga ler inteira. O problema está na linha {line}.',
    issued: 'Esta é a lista de recibos que um motorista emitiu. Exporte a lista de faturas recebidas pela empresa.',
    nobody: 'Nenhuma linha desta lista é de um motorista da empresa. Confirme as datas e os NIF das fichas.',
  },
  import: {
    counting: 'Esta versão já conta.',
    undone: 'Esta importação já foi anulada.',
    frozen:
      'Todas as linhas deste ficheiro já estão em extratos emitidos. Anule primeiro esses extratos, se ainda não foram pagos.',
  },
  drop: {
    empty: 'Não veio nenhum ficheiro. Largue ou escolha os relatórios da semana.',
    'too-many': 'Vieram {count} ficheiros; de uma vez vão até {most}.',
    'too-large': 'O ficheiro {name} passa de 100 MB. Divida-o por semanas.',
  },
  profile: {
    'no-table': 'Em {name} não há linhas e colunas que se possam ensinar.',
    incomplete: 'Ainda falta dizer alguma coisa, ou há linhas que não se percebem. Veja o resultado antes de guardar.',
    'headings-taken': 'Um ficheiro com estes títulos já foi ensinado, como «{source}». Corrija esse.',
  },
  contract: {
    unfilled: 'O contrato não se fez: falta «{placeholder}». Preencha-o na ficha ou no formulário.',
    'moved-on': 'Este contrato já não está nesse passo. Veja como ficou.',
    unwritable: 'O PDF selado não consegue mostrar «{placeholder}». Escreva-o em letras latinas, como no documento.',
    'name-unwritable': 'O PDF selado não consegue mostrar este nome. Escreva-o em letras latinas, como no documento.',
    'follows-nothing':
      'O contrato que este renova ou altera não serve. Tem de ser deste motorista, da mesma minuta e estar selado.',
    'ends-otherwise': 'O último dia fica entre o primeiro do contrato e o anterior ao último que o texto diz.',
    'code-missing': 'Falta o código de seis algarismos que foi enviado por e-mail.',
    'code-wrong': 'O código não é este. Restam tentativas: {left}.',
    'code-over': 'Este código já não serve. Peça outro.',
    'code-too-many': 'Já foram enviados muitos códigos. Espere uma hora e peça outro.',
    'same-person': 'Quem assinou como motorista não assina também pela empresa. Outra pessoa do escritório assina.',
  },
  seal: {
    unreadable: 'O site não lê a chave ou o certificado do selo. Veja VOLANTE_SEAL_KEY e VOLANTE_SEAL_CERTIFICATE.',
    'not-now': 'O certificado do selo não está em vigor hoje. Configure um que esteja.',
  },
  correction: {
    waiting: 'Já há um pedido sobre isto à espera de resposta. Espere por ela, ou retire esse.',
    answered: 'Este pedido já não espera resposta. Veja como ficou.',
  },
  upload: {
    empty: 'O ficheiro está vazio. Escolha-o outra vez.',
    'too-large': 'O ficheiro passa de 10 MB. Tire a fotografia com menos qualidade, ou divida o PDF.',
    unknown: 'O ficheiro tem de ser PDF, JPEG, PNG ou WebP.',
    'too-many-pixels': 'A fotografia passa de 40 megapíxeis. Tire-a com menos resolução.',
    'too-many-pages': 'Vieram demasiadas fotografias. Um documento leva até {most}.',
    'pdf-among-photos': 'Um PDF veio com outros ficheiros. Envie só o PDF, ou só fotografias.',
    'pdf-locked': 'O PDF pede uma palavra-passe. Guarde-o sem ela e envie-o outra vez.',
    'pdf-active': 'O PDF traz programas ou outros ficheiros. Imprima-o para um PDF novo e envie esse.',
    damaged: 'O ficheiro não se consegue abrir. Confirme se o vê no seu aparelho.',
    infected: 'O antivírus recusou o ficheiro. Envie uma cópia limpa.',
    'not-scanned': 'O antivírus não responde. Tente daqui a uns minutos.',
  },
  adjustment: {
    'week-frozen': 'O extrato dessa semana já foi emitido e não muda. Lance o acerto na semana aberta.',
    'changed-meanwhile': 'Os valores mudaram entretanto. Veja a página outra vez antes de decidir.',
    frozen: 'Este acerto já está num extrato emitido ou já foi retirado.',
  },
  dispute: {
    'too-late': 'O prazo para contestar este extrato já terminou. Fale com o escritório.',
    known: 'Esta linha já foi contestada.',
    closed: 'Esta contestação já foi respondida ou retirada.',
  },
  plan: {
    closed: 'Este plano já não permite isso. Veja a página outra vez.',
    'interest-changed': 'O encargo por prestação mudou entretanto. Veja a conta outra vez antes de continuar.',
    known: 'Essa semana já está decidida neste plano, ou já tem extrato.',
    'too-much': 'O valor passa do que está em dívida ou guardado. Veja a página outra vez e indique menos.',
    'too-many': 'São semanas a mais para este valor: cada prestação tem de ser, pelo menos, de um cêntimo.',
    moved:
      'Este plano já teve descontos, pagamentos ou um adiantamento pago. Já não se anula: mude as condições ou registe um pagamento antecipado.',
    'paper-missing': 'Escolha o ficheiro do comprovativo.',
    'paper-known': 'Este plano já tem um comprovativo, e esse fica.',
  },
  referral: {
    self: 'Ninguém se indica a si próprio: os dois registos são da mesma pessoa.',
    known: 'Este motorista já foi indicado por alguém.',
    circle: 'Este motorista já indicou, por outros, quem agora o indicaria.',
  },
  goal: {
    'week-past':
      'Uma meta só pode começar na semana ou no mês que decorre, ou depois. Se já decorre, só muda no período seguinte.',
    ended: 'Esta meta já terminou.',
  },
  commission: {
    'week-taken': 'Já há uma regra que começa nessa semana. Escolha outra semana.',
    'week-past': 'Uma regra só pode começar nesta semana ou numa futura.',
  },
  departure: {
    known: 'A saída deste motorista já está registada.',
    open: 'Primeiro feche a conta final; só depois se regista o que o motorista paga.',
    waiting:
      'A conta final espera até {day} por multas e portagens atrasadas. Para a fechar ou devolver a caução antes, mude essa data na saída do motorista.',
    unaccepted:
      'O motorista ainda não aceitou as condições de «{what}», e até lá nada é descontado. Peça-lhe que aceite, ou anule o plano (ou perdoe o que falta dele), e feche depois a conta.',
    nothing: 'Não há nada por acertar nesta conta.',
    'deposit-short':
      'Um extrato anulado deixou a caução com menos do que já foi devolvido. Aprove essa semana outra vez antes de fechar.',
    'ends-before':
      'O último dia não pode ser anterior ao dia em que o motorista começou ou voltou. Escolha outro, ou corrija a ficha.',
    'waits-before': 'Essa data é anterior ao último dia. Escolha esse dia ou um depois.',
    'returns-before': 'O regresso tem de ser depois do último dia.',
  },
  keys: {
    missing: 'Faltam as chaves {keys} dos dados selados. Ponha-as de volta em {path}: estão na cópia de segurança.',
    given: 'As chaves estão em FIELD_KEYS. Ponha lá uma nova em primeiro lugar e repita.',
    setting: 'As chaves estão em FIELD_KEYS. Tire de lá a que já não é precisa.',
    fresh: 'A chave mais nova é de há pouco. Repita depois de {at}.',
    'at-work': 'Outro processo já está a selar. Espere que acabe.',
  },
  backup: {
    'at-work': 'Já está a ser feita uma cópia. Espere que acabe.',
    foreign: '{path} não é uma cópia do Volante. Escolha um ficheiro .backup.',
    'wrong-key': 'Esta chave não abre {path}. Indique a chave com que a cópia foi feita: --key-file ou --passphrase.',
    damaged: '{path} está danificado ou incompleto. Nada foi reposto. Use outra cópia.',
    newer: 'A cópia é de outra versão do Volante ({path}). Instale essa versão, ou uma mais recente.',
    'not-there': '{path} não existe.',
    'no-key': 'Falta a chave: {path} não existe. Indique-a com --key-file ou --passphrase.',
    'key-unreadable': 'Não há em {path} uma chave de, pelo menos, 32 letras.',
    'place-taken': '{path} não está vazio. Indique uma pasta nova e, com DATABASE_URL, uma base de dados vazia.',
    none: 'Não há nenhuma cópia para repor. Faça primeiro uma com volante backup.',
  },
  batch: {
    'not-open': 'Este lote já foi fechado.',
    'partly-paid': 'O extrato do banco mostra que parte deste lote foi paga. Marque as outras como rejeitadas.',
  },
  bank: {
    unproved: 'Este extrato não traz saldos nem números de movimento. Diga que está completo, ou exporte-o com saldos.',
    contradicts:
      'Os movimentos de {day} não batem certo com outro extrato da mesma conta (linha {line}). Nada foi importado.',
    'other-currency': 'Este extrato é em {currency}, e as contas são em euros. Nada foi importado.',
    answered: 'Alguém já disse o que este movimento é.',
    'amount-differs': 'Os pagamentos escolhidos não somam o valor deste movimento.',
    'not-payable': 'Este pagamento já saiu com outro movimento, ou não está por pagar.',
    'not-paid': 'Este pagamento não está pago, por isso o banco não o pode devolver.',
    'moved-on': 'Entretanto isto mudou. Veja o movimento como está agora.',
  },
  disk: {
    full: 'O disco do servidor está cheio, por isso nada ficou gravado. Peça que libertem espaço e envie de novo.',
  },
  request: {
    'too-slow': 'O seu pedido não ficou feito, porque demorou demasiado. Tente de novo dentro de um minuto.',
  },
  'two-people': {
    alone: 'A regra pede duas pessoas que possam mudar dinheiro. Convide outra em Utilizadores.',
    approved: 'Foi a sua conta que aprovou. Com a regra das duas pessoas, é outra que paga.',
    asked: 'Este pedido já está à espera de outra pessoa.',
    'company-missing': 'Esta regra começa depois de preencher os dados da empresa, e só uma vez.',
    fresh: 'As permissões de {name} são de há pouco. {name} conta como segunda pessoa a partir de {at}.',
    'iban-unchecked': 'O IBAN deste motorista ainda não foi conferido por outra pessoa. Está em «IBAN por conferir».',
    'not-own': 'Só quem pediu pode anular o pedido. Pode recusá-lo, com um motivo.',
    own: 'Foi a sua conta que pediu isto. Quem confirma é outra pessoa.',
    'paper-later':
      'O adiantamento espera primeiro por outra pessoa. Envie sem o comprovativo e junte-o depois de pago.',
  },
  form: {
    reused: 'Este formulário já foi enviado. Volte a abrir a página antes de o enviar outra vez.',
  },
  identity: {
    'invalid-email': 'O endereço de e-mail não é válido. Confirme se o escreveu corretamente.',
    'wrong-password': 'E-mail ou palavra-passe incorretos.',
    'missing-password': 'Introduza a sua palavra-passe.',
    'invalid-credential': 'E-mail ou palavra-passe incorretos. Tente novamente ou reponha a palavra-passe.',
    'email-already-in-use': 'Já existe uma conta com este e-mail. Inicie sessão ou reponha a palavra-passe.',
    'user-not-found': 'E-mail ou palavra-passe incorretos.',
    'too-many-requests': 'Demasiadas tentativas. Aguarde alguns minutos e tente novamente, ou reponha a palavra-passe.',
    'expired-action-code': 'Esta ligação expirou. Peça uma nova.',
    'invalid-action-code': 'Esta ligação não é válida ou já foi utilizada. Peça uma nova.',
    'requires-recent-login': 'Por segurança, confirme a sua palavra-passe para continuar.',
    'user-token-expired': 'A sua sessão terminou. Inicie sessão novamente.',
    'user-disabled': 'Esta conta está desativada. Contacte o administrador.',
    'operation-not-allowed': 'Este método de início de sessão não está disponível.',
    'popup-blocked':
      'O navegador bloqueou a janela de início de sessão. Permita janelas pop-up neste site ou continue nesta página.',
    'popup-closed-by-user': 'A janela de início de sessão foi fechada antes de concluir. Tente novamente.',
    'network-request-failed':
      'Não foi possível contactar o serviço de autenticação. Verifique a sua ligação à Internet e tente novamente.',
    'unauthorized-domain': 'Este endereço não está autorizado para iniciar sessão. Contacte o administrador do site.',
    'weak-password': 'A palavra-passe deve ter pelo menos {min} caracteres.',
    'common-password': 'Esta palavra-passe é demasiado comum. Escolha outra.',
    'password-too-long': 'A palavra-passe pode ter no máximo {max} caracteres.',
    'password-needs-lowercase': 'A palavra-passe precisa de uma letra minúscula.',
    'password-needs-uppercase': 'A palavra-passe precisa de uma letra maiúscula.',
    'password-needs-digit': 'A palavra-passe precisa de um algarismo.',
    'password-needs-symbol': 'A palavra-passe precisa de um símbolo.',
    'multi-factor-auth-required': 'Introduza o código de 6 algarismos da sua aplicação de autenticação.',
    'invalid-verification-code': 'Código incorreto. Aguarde pelo próximo código e tente novamente.',
    'missing-verification-code': 'Introduza o código.',
    'code-expired': 'O código expirou. Comece de novo.',
    'invalid-multi-factor-session': 'O tempo para confirmar terminou. Inicie sessão novamente.',
    'multi-factor-info-not-found': 'Esta verificação em dois passos já não existe.',
    'second-factor-already-in-use': 'Esta verificação em dois passos já está associada à conta.',
    'maximum-second-factor-count-exceeded': 'Atingiu o número máximo de segundos fatores.',
    'unverified-email': 'Confirme primeiro o seu e-mail. Enviámos-lhe uma mensagem.',
    'admin-restricted-operation': 'Só um administrador pode criar contas. Contacte-nos.',
    'account-exists-with-different-credential':
      'Já tem conta com este e-mail. Inicie sessão com a palavra-passe e associe a conta Google no perfil.',
    'credential-already-in-use': 'Esta conta Google já está associada a outro utilizador.',
    'invalid-recaptcha-token': 'Não foi possível confirmar que não é um robô. Recarregue a página.',
    'service-account-missing':
      'Falta a conta de serviço do serviço de autenticação: sem ela, o escritório não gere contas. Veja docs/hosted-identity.md.',
    'internal-error': 'Ocorreu um erro inesperado. Tente novamente; se persistir, contacte-nos.',
  },
  account: {
    'is-own': 'Na própria conta, isto faz-se por outro administrador.',
    'last-owner': 'Tem de haver sempre um administrador responsável com a conta aberta.',
    'is-administrator':
      'Este e-mail é de uma conta de administrador. Não se convida a partir da ficha de um motorista.',
  },
  visitor: {
    'looks-automatic':
      'Um campo que deve ficar vazio veio preenchido, como fazem os programas. Abra a página de novo e repita.',
    'too-quick': 'O formulário foi enviado depressa de mais para ter sido lido. Espere um instante e envie outra vez.',
    'form-expired': 'Esta página esteve aberta muito tempo. Envie outra vez: o que escreveu ainda cá está.',
    'too-many': 'Vieram muitos envios deste endereço. Espere um pouco, ou telefone-nos.',
  },
  stage: {
    'too-many': 'O quadro já tem doze colunas. Retire uma primeiro.',
    'in-use': {
      one: 'Há {count} candidatura nesta coluna. Passe-a primeiro para outra.',
      other: 'Há {count} candidaturas nesta coluna. Passe-as primeiro para outra.',
    },
    first: 'O quadro precisa de uma coluna para o que acaba de chegar.',
  },
  application: {
    unknown: 'Esta ligação não leva a nenhuma candidatura. Confirme se a copiou toda.',
    sent: 'Esta candidatura já foi enviada.',
    decided: 'Esta candidatura já foi decidida e não muda.',
    'not-ended': 'Só se reabre uma candidatura recusada ou retirada.',
    moved: 'Alguém moveu entretanto a candidatura de {name}. O quadro mostra agora onde está.',
    incomplete: 'Falta dizer o que há de carta e certificado antes de enviar.',
    accept: 'Para enviar é preciso aceitar que os dados sejam usados para avaliar a candidatura.',
    'too-many-files': 'Já há muitos documentos. Retire um antes de juntar outro.',
  },
  key: {
    taken: 'O identificador {value} já é de {owner}.',
  },
  driver: {
    'in-use': 'Há dados que falam deste motorista. Registe antes a saída; o registo fica no histórico.',
    'ref-taken': 'A referência {ref} já é de {driver}.',
    removed: 'O registo de {driver} foi retirado. Reponha-o primeiro, na ficha.',
    merged: 'O registo de {driver} foi junto ao de {stays} ({ref}). Escolha esse, ou separe-os primeiro.',
    'has-left': 'A saída deste motorista está registada: o estado e o último dia mudam-se em «Saída».',
    known:
      'Esta pessoa já tem ficha: {driver} ({ref}). Se está de volta, registe o regresso nessa ficha; o histórico e o saldo continuam.',
  },
  terms: {
    'week-taken': 'Já há condições a começar na semana {week}. Altere essas, ou escolha outra semana.',
    'week-approved':
      'A semana {week} já está aprovada com as condições anteriores. As novas só podem começar depois dela.',
  },
  settings: {
    'week-approved': 'A semana {week} já está aprovada. As definições só podem mudar depois dela.',
    'nothing-changed': 'Nada mudou: os valores são os que já contam nessa semana.',
    'changed-meanwhile':
      'Nada foi guardado: alguém alterou estas definições depois de abrir a página. Veja o que conta agora e repita, se ainda fizer sentido.',
  },
  view: {
    'name-taken': 'Já há uma vista «{name}» nesta lista. Escolha outro nome.',
    'too-many': 'Esta lista já tem 30 vistas guardadas. Retire antes uma delas.',
  },
  accident: { 'in-future': 'O acidente não pode ser depois de agora. Corrija o dia e a hora.' },
  vehicle: {
    'cost-ends-early': 'O custo não acaba antes de começar, em {from}. Escolha um dia depois.',
    'not-lent': 'A {plate} é de um motorista e não pode ser de mais ninguém. Está com {driver}.',
    gone: 'A {plate} já saiu da frota. Se ainda cá está, diga-o na página da saída da viatura.',
    held: 'A {plate} está com {driver}. Registe primeiro a devolução.',
    'sale-in-future': 'Esse dia ainda não chegou. Registe a saída no próprio dia.',
    'not-given':
      'A {plate} pertence a {driver} e não pode ser entregue a mais ninguém. Se já não pertence, mude o título na página de custos.',
    'plate-taken': 'Já há uma viatura com a matrícula {plate}.',
  },
  fine: {
    known: 'A multa {number} já está registada.',
    'in-future': 'Esse dia ainda não chegou.',
    'before-it-happened': 'A notificação não pode ser anterior à infração.',
    named: 'Já há um documento com o nome do condutor. Volte ao início para o mudar.',
    'no-driver': 'Falta dizer quem conduzia.',
    'no-company': 'Faltam o nome e o NIPC da empresa. Preencha-os primeiro na página da empresa.',
    informed: 'O motorista já foi avisado.',
    'not-informed': 'Avise primeiro o motorista. Só depois se cobra.',
    charged: 'Esta multa já está cobrada.',
    'moved-on': 'O estado desta multa já é outro. Veja a página outra vez.',
  },
  inspection: {
    'other-account': 'Outra conta preencheu esta entrega. Entre com essa conta para a enviar.',
    'in-future': 'A entrega não pode ser de um momento que ainda não chegou.',
    'not-holder': 'A viatura não está com este motorista nesse momento.',
  },
  damage: {
    'not-drivers': 'O dano está como de outra pessoa ou de desgaste. Mude primeiro quem responde por ele.',
    answered: 'Este dano já não espera por resposta.',
    settled: 'Este dano já está resolvido.',
    open: 'Este dano não está resolvido.',
    'not-proposed': 'Proponha primeiro o valor ao motorista, e responda se ele o contestar.',
    charged: 'Este dano já está cobrado.',
  },
  odometer: {
    'in-future': 'Uma leitura não pode ser de um momento que ainda não chegou.',
    known: 'Esse momento já tem uma leitura. Retire-a primeiro se estiver errada.',
    contradicts: 'Há uma leitura anterior maior, ou uma posterior menor. Se está certa, diga porquê no motivo.',
  },
  assignment: {
    overlaps: 'A {plate} está com {driver} nesse tempo ({period}). Termine ou corrija primeiro esse período.',
    empty: 'O fim tem de ser depois do início.',
    'same-driver': 'A viatura já está com {driver}.',
  },
  fleet: {
    'not-empty': 'Já há motoristas registados. Para acrescentar o que falta, repita com --merge.',
  },
  roster: {
    unreadable: 'O ficheiro da frota não foi compreendido: em «{path}» está {found}.',
    'unknown-name': 'O ficheiro da frota nomeia em «{path}» {found}, que não está na sua lista.',
  },
  field: {
    owner: 'Diga a que motorista pertence, e só se for de um motorista.',
    signed: 'Assine, ou diga porque não assinou.',
    photo: 'Falta a fotografia, ou o motivo.',
    damage: 'Diga o tipo, o sítio e a gravidade de cada dano.',
    'fine-number': 'Este número não pode ser de um auto. Na ANSR são 9 algarismos.',
    'issued-or-valid': 'Diga quando foi emitido ou até quando é válido.',
    nobody: 'Marque pelo menos um motorista ou uma viatura.',
    required: 'Falta preencher este campo.',
    invalid: 'Este valor não foi compreendido.',
    'too-long': 'O texto é demasiado longo.',
    'too-short': 'O texto é demasiado curto.',
    money: 'Escreva um valor em euros, por exemplo 25,00.',
    number: 'Escreva um número inteiro.',
    'notice-days': 'Escreva até seis números de dias, de 1 a 120, com vírgulas. Por exemplo: 30, 7, 1.',
    hours: 'Escreva um número inteiro de horas, entre 24 e 720.',
    'hours-of-week': 'Escreva um número de horas entre 0 e 168.',
    'seen-otherwise': 'Não é o que a página mostrava. Veja o que conta nessa semana e confirme o valor que quer.',
    day: 'Escreva uma data que exista, por exemplo 26/11/2026.',
    email: 'Escreva um e-mail completo, por exemplo nome@exemplo.pt.',
    choice: 'Escolha uma das opções.',
    'account-code': 'Uma conta do SNC tem só algarismos, como 2433.',
    iban: 'Este IBAN não está certo. Confirme os algarismos, ou copie-o do banco.',
    nif: 'Este NIF não está certo. Confirme os nove algarismos.',
    phone: 'Escreva um telefone que se possa marcar, por exemplo +351 210 000 000.',
    social: 'Escreva o endereço completo da página nesta rede.',
    colour: 'Escreva a cor com seis algarismos hexadecimais, por exemplo #228b22.',
    'colour-too-light':
      'Esta cor é clara de mais: mal se vê sobre o papel do site (menos de 3:1). Escolha uma mais escura.',
    uuid: 'Escreva o identificador completo, como 17dbf0fa-850a-4120-b6cf-88253a8163c8.',
    percent: 'Escreva uma percentagem entre 0 e 100, por exemplo 4 ou 7,5.',
    ref: 'Só letras, algarismos, ponto e hífen, sem espaços.',
    'ends-before': 'O fim tem de ser depois do início.',
    instalments: 'Escreva um número de semanas entre 1 e 156.',
    'prize-debit': 'Um prémio é sempre a favor do motorista. Para descontar, escolha «Outro» e diga o motivo.',
    'level-above': 'Cada nível tem de pedir mais do que o anterior.',
    'reward-above': 'Quando só paga o nível mais alto, cada nível tem de pagar mais do que o anterior.',
    'tenure-short': 'O máximo não pode ser menor do que o mínimo.',
    'referral-self': 'Escolha duas pessoas diferentes.',
    'charge-credit':
      'Multas, danos e adiantamentos são sempre a descontar. Para um valor a favor do motorista, escolha «Outro».',
    'interest-advance': 'Só um adiantamento tem encargo por prestação. Tire o encargo, ou escolha «Adiantamento».',
    'down-whole': 'O que é pago no início tem de ser menos do que o total.',
    'total-short': 'O total tem de chegar, pelo menos, para uma semana.',
    plate: 'Escreva uma matrícula, por exemplo AB-12-CD.',
    year: 'Escreva um ano com quatro algarismos.',
    time: 'Escreva uma hora, por exemplo 06:00.',
    'column-repeated': 'Esta coluna já foi escolhida para outra coisa.',
    'no-trip-times':
      'As portagens fora de viagem só se distinguem com as horas das viagens. Ainda nenhum relatório as traz. Escolha outra regra.',
    'not-proven': 'O ficheiro não o prova: diga qual é.',
  },
}
