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
  work: { over: 'Este trabalho já foi feito, ou alguém já respondeu por ele. Não falta fazer nada.' },
  mail: {
    nobody: 'Nenhum destes motoristas tem um e-mail na ficha para onde avisar.',
    'no-codes': 'Esta mensagem não tem nenhuma ligação. Peça uma nova a quem a enviou.',
    'already-sent': 'Esta mensagem já foi enviada.',
    'no-server': 'Falta um servidor de e-mail. Indique-o primeiro na página do servidor.',
    'kept-changed': 'As mensagens guardadas já não são as que viu. Veja outra vez quantas são.',
  },
  act: {
    open: 'Este pedido já existe e ainda não terminou. Veja-o em Pedidos às plataformas.',
    changed: 'O pedido mudou entretanto. Veja como está e decida outra vez.',
    'day-missing': 'Escreva o dia em que foi feito no portal.',
    left: '{driver} saiu da frota. Registe primeiro o regresso na ficha, e convide depois.',
    'no-contact':
      'A plataforma convida por e-mail ou telemóvel, e a ficha de {driver} não tem nenhum. Acrescente um e convide.',
  },
  connection: {
    credentials:
      'A plataforma não aceita este identificador com este segredo. Copie os dois outra vez do portal. Resposta: {said}',
    access:
      'A plataforma conhece as credenciais, mas não abre a frota. Autorize a integração no portal. Resposta: {said}',
    busy: 'A plataforma pediu para esperar. Nada se perdeu: tente daqui a uns minutos. Resposta: {said}',
    unreachable: 'A plataforma não respondeu até ao fim. Nada se perdeu: tente daqui a uns minutos. Motivo: {said}',
    answer: 'A plataforma respondeu de uma forma que não se percebe. Tente mais tarde. Resposta: {said}',
    'secret-missing': 'Escreva também o segredo deste identificador.',
    'not-set': 'Esta plataforma ainda não está ligada. Ligue-a primeiro em Integrações.',
    'at-work': 'Os dados já estão a ser pedidos. Espere que acabe.',
    paused: 'A ligação está em pausa. Retome-a primeiro.',
    'not-paused': 'A ligação não está em pausa.',
    address: 'Escreva o endereço do servidor, começado por https://, sem utilizador nem palavra-passe.',
    inside: 'O servidor está na rede interna. Quem instala o site tem de o permitir com a definição TRACCAR_INSIDE.',
    unknown: 'Não há ligação com esse nome.',
  },
  comparison: { equal: 'As viagens e o ficheiro já são iguais. Não há nada a responder.' },
  mailbox: {
    'sign-in': '{host} não aceita este utilizador com esta palavra-passe. Escreva os dois de novo.',
    folder: 'Em {host} não há a pasta {folder}. Veja o nome.',
    encryption: 'A ligação a {host} não ficou cifrada como deve ser. Veja o nome, a porta e a ligação.',
    answer: '{host} respondeu de uma forma que não serve. Veja a porta.',
    busy: '{host} pediu para esperar. Tente daqui a alguns minutos.',
    unreachable: 'Ninguém responde em {host} nessa porta. Veja os dois, ou tente mais tarde.',
    slow: '{host} demorou demais. Veja a porta e a ligação, ou tente mais tarde.',
    cut: '{host} cortou a ligação. Tente daqui a alguns minutos.',
    'password-missing': 'Escreva a palavra-passe deste servidor e deste utilizador.',
    paused: 'A caixa está em pausa. Retome-a primeiro.',
    'not-paused': 'A caixa não está em pausa.',
    'at-work': 'A caixa já está a ser vista. Espere que acabe.',
  },
  'whats-app': {
    credentials: 'A Meta não aceita este token. Confirme que o copiou todo e que não tem prazo. Resposta: {said}',
    access:
      'A Meta não deixa este token ver o número ou a conta. Confirme os dois números e as permissões. Resposta: {said}',
    busy: 'A Meta pediu para esperar. Tente daqui a alguns minutos. Resposta: {said}',
    unreachable: 'A Meta não respondeu. Tente daqui a alguns minutos. Resposta: {said}',
    answer: 'A Meta respondeu de uma forma que não se percebe. Confirme os dois números. Resposta: {said}',
    'secret-missing': 'Escreva o token e o segredo desta conta.',
    'not-set': 'O WhatsApp não está ligado. Guarde primeiro a conta.',
    paused: 'O WhatsApp está em pausa. Retome-o primeiro.',
    'no-template': 'Nenhum modelo está aprovado na Meta. Crie-os, espere pela aprovação e pergunte outra vez.',
    'bad-number': 'Este número não é de telemóvel. Escreva-o como 912 345 678 ou com o indicativo do país.',
    'no-number': 'A sua ficha não tem um número que o WhatsApp use. Peça ao escritório que o corrija.',
    'number-changed': 'O número da sua ficha é agora {number}. Veja se é o seu e confirme outra vez.',
    'not-mine': 'Confirme que o número é seu.',
  },
  'mail-server': {
    unknown: 'Não há servidor com o nome {host}. Confirme-o nas instruções do fornecedor. Resposta: {words}',
    closed: 'Em {host} nada atende nessa porta. Confirme a porta. Resposta: {words}',
    silent:
      'O servidor {host} não respondeu em doze segundos. Confirme o nome e a porta, e a ligação: a 465 costuma ser cifrada desde o início. Resposta: {words}',
    encryption: 'A ligação a {host} não ficou cifrada. Confirme a porta e a ligação. Resposta: {words}',
    certificate:
      'O certificado de {host} não é de confiança. Expirou, é de outro nome, ou assinou-o o próprio servidor. Confirme o nome, ou peça um certificado válido ao fornecedor. Resposta: {words}',
    'sign-in':
      'O servidor {host} não deixou entrar. Escreva o utilizador e a palavra-passe outra vez, e confirme a porta. Resposta: {words}',
    refused:
      'O servidor {host} recusou a ligação. Confirme o nome, a porta e a ligação nas instruções do fornecedor. Resposta: {words}',
    'by-environment': 'O servidor foi indicado na instalação, em SMTP_URL, e é esse que conta.',
  },
  spreadsheet: {
    unreadable:
      'A lista só se lê em XLSX, CSV ou texto, e este ficheiro não é nenhum deles. Abra-o no programa dele, guarde-o como XLSX ou CSV e escolha-o outra vez.',
    'too-long': 'A lista é demasiado longa. Parta-a em listas mais pequenas.',
    'several-sheets':
      'O ficheiro tem a lista em mais de uma folha: {names}. Deixe só a que conta, ou copie as células dela e cole-as.',
    problems: {
      one: 'Há {count} célula que não se percebe. Corrija-a e veja outra vez.',
      other: 'Há {count} células que não se percebem. Corrija-as e veja outra vez.',
    },
    changed: 'A frota mudou entretanto. Nada foi guardado: veja outra vez o que muda.',
  },
  'car-list': {
    undone: 'Esta lista já foi retirada.',
    'changed-since': {
      one: 'Depois da lista alguém mudou a ficha de {plates}. A lista já não se retira toda: corrija a ficha.',
      other: 'Depois da lista alguém mudou as fichas de {plates}. A lista já não se retira toda: corrija as fichas.',
    },
  },
  'driver-list': {
    undecided: 'Diga quem é o motorista da linha {line}. Nada foi guardado ainda.',
    'one-twice': 'Duas linhas ficaram para o mesmo motorista. Escolha outro numa delas.',
  },
  telling: {
    'no-phone': 'Falta um número de telemóvel válido na ficha deste motorista. Escreva-o lá e tente de novo.',
  },
  newcomers: {
    changed:
      'A lista mudou entretanto: chegou um ficheiro, ou alguém respondeu. Nada foi criado; veja a lista de novo.',
    'holder-missing':
      'Uma linha da lista aponta para um motorista que não está marcado para criar. Marque-o, ou escolha outro nessa linha.',
    nobody: 'Nada está marcado. Marque pelo menos um motorista ou uma viatura.',
  },
  recognised: {
    changed:
      'A lista mudou entretanto: chegou um ficheiro, ou alguém respondeu. Nada foi associado; veja a lista de novo.',
  },
  week: {
    frozen:
      'A {week} está aprovada e já não muda. Para responder, desfaça primeiro a aprovação. Depois do ficheiro do banco, lance um acerto ao motorista.',
    empty: 'A {week} ainda não tem nada para aprovar.',
    unmatched: {
      one: 'Há {count} linha por associar. Associe-a, ou aprove deixando-a de fora.',
      other: 'Há {count} linhas por associar. Associe-as, ou aprove deixando-as de fora.',
    },
    'not-over': 'A {week} ainda não acabou. Pode aprová-la a partir de {day}.',
    approved: 'A {week} já está aprovada: alguém a aprovou depois de abrir a página.',
    'changed-meanwhile': 'Os valores mudaram desde que abriu a página. Veja os novos totais e aprove outra vez.',
    unreadable: 'Não há nenhuma semana com o nome «{text}». Escreve-se assim: 2026-W23.',
  },
  reclassification: {
    'too-much': 'Por classificar não há tanto desse lado. Veja quanto está lá hoje e escreva menos.',
    'taken-back': 'Esta classificação já foi estornada.',
  },
  approval: {
    'changed-meanwhile':
      'Esta aprovação mudou desde que abriu a página. Veja os extratos e os valores de agora antes de desfazer.',
    none: 'A {week} não tem nenhuma aprovação para desfazer.',
    'in-bank-file':
      'A aprovação da {week} já está num ficheiro do banco. Se ainda não o enviou, anule primeiro o lote.',
    paid: 'Na {week} já há extratos pagos, e o que está pago não muda. Lance um acerto na semana aberta.',
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
  offer: {
    'hiring-past':
      'O dia até quando há vagas já passou. Escolha hoje ou um dia depois, ou deixe-o vazio para não haver vagas.',
  },
  paper: {
    answered: 'Este documento já teve resposta. A resposta pode ser anulada na página do documento.',
    'due-past': 'O dia até quando pede o documento já passou.',
    'expiry-missing': 'Falta o dia até quando o documento vale.',
    'file-missing': 'Falta o ficheiro: um PDF ou fotografias do documento.',
    'number-missing': 'Falta o código do certificado: o ficheiro não se guarda.',
    'on-its-way': 'Este documento já foi enviado e espera por ser visto.',
    'stops-assigning':
      'A viatura {plate} não pode ser entregue a {driver}. Falta: {papers}. Junte o que falta, ou desligue este travão nas regras dos documentos.',
  },
  payment: {
    'again-unsaid':
      'O banco devolveu a transferência a {names} sem dizer porquê, e o IBAN é o mesmo. Diga porque se paga outra vez, ou corrija o IBAN.',
    nobody: 'Na {week} não há ninguém para pagar pelo banco.',
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
      'A {week} já tem um ficheiro do banco para {day}. Repita sem outra data, ou anule esse ficheiro primeiro.',
    'paid-other-day': 'A {week} já foi paga, em {day}. Para voltar a ter o ficheiro do banco, repita sem data.',
  },
  receipt: {
    answered: 'Um destes recibos já foi marcado, ou já não se espera por ele. Veja a página outra vez.',
    'in-file': 'O pagamento já está num ficheiro do banco. Anule primeiro esse ficheiro, ou marque-o como pago.',
    'none-due': 'Este extrato não pede recibo, ou ainda não está aprovado.',
    annulled: 'Este recibo está anulado no Portal. Emita outro e envie-o.',
    'code-unreadable': 'O texto do código QR não é de um recibo do Portal. Copie-o todo, ou deixe o campo vazio.',
    used: 'Este recibo já conta para a {week}. Envie o recibo desta semana.',
  },
  'receipt-list': {
    unreadable: 'O ficheiro não é uma lista do e-Fatura que se consiga ler inteira. O problema está na linha {line}.',
    issued: 'Esta é a lista de recibos que um motorista emitiu. Exporte a lista de faturas recebidas pela empresa.',
    nobody: 'Nenhuma linha desta lista é de um motorista da empresa. Confirme as datas e os NIF das fichas.',
  },
  import: {
    counting: 'Esta versão já conta.',
    undone: 'Esta importação já foi anulada. Para a ter de volta, importe o ficheiro outra vez.',
    frozen:
      'Todas as linhas deste ficheiro já estão em extratos emitidos. Anule primeiro esses extratos, se ainda não foram pagos.',
  },
  delivery: {
    'key-unknown': 'A chave não existe ou já acabou. Peça outra ao escritório.',
  },
  position: {
    'reason-missing': 'Diga porque quer ver. O motorista fica a saber o motivo.',
    'hold-ends':
      'O último dia tem de ser depois do primeiro e ainda não ter passado. Vai até {days} dias a contar de hoje.',
    'own-car': 'Este carro é do próprio motorista. A localização desses carros nunca é registada.',
    known: '{device} já usa esse nome. Termine primeiro esse dispositivo, ou escolha outro nome.',
    'day-unread': '{typed} não é um dia. Escreva, por exemplo, 2026-06-09.',
    'car-unknown': 'Nenhuma viatura tem a matrícula {plate}. Confirme a matrícula, ou crie primeiro a viatura.',
  },
  alert: {
    answered: 'Este alerta já tem resposta. Para a mudar, volte primeiro atrás.',
    'ignored-until': 'Escolha hoje ou um dia que ainda não passou.',
  },
  zone: {
    taken: 'Já há uma zona {name}. Escolha outro nome.',
    'too-many': 'Há lugar para {most} zonas. Termine primeiro uma.',
    line: 'A linha {line} dos cantos não é uma latitude e uma longitude, como 38.7223, -9.1393.',
    geojson: 'Os cantos não são um polígono GeoJSON que se consiga ler.',
    hole: 'O polígono tem um buraco. Uma zona não pode ter buracos: apague-o.',
    several: 'São vários polígonos. Faça uma zona para cada um.',
    few: 'Um polígono precisa de três cantos.',
    many: 'Um polígono pode ter até 500 cantos. Simplifique-o primeiro.',
    crosses: 'Os lados do polígono cruzam-se. Escreva os cantos pela ordem em que se seguem.',
    place: 'Um dos cantos não está na Terra. Em GeoJSON, a longitude vem primeiro.',
  },
  streets: {
    missing: 'Não veio nenhum ficheiro. Escolha um ficheiro .mbtiles ou .pmtiles.',
    unreadable: 'O ficheiro {name} não se consegue ler. Tem de ser MBTiles ou PMTiles 3, com mosaicos vetoriais.',
    'no-roads':
      'Estas ruas não têm a camada transportation, do esquema OpenMapTiles. O mapa não as conseguia desenhar.',
    inside: '{host} é uma máquina da rede interna. Ponha antes o ficheiro das ruas na pasta do servidor.',
    silent: '{host} não respondeu. Confirme o endereço e tente outra vez.',
    'no-tiles': '{host} respondeu, mas não com mosaicos vetoriais. Confirme o endereço e a chave.',
  },
  'car-link': {
    'too-long': 'Esta ligação pode durar até {hours} horas.',
    'own-car': 'Este carro é do próprio motorista. A localização desses carros nunca é partilhada.',
    sold: 'Esta viatura foi vendida. Escolha uma que esteja na frota.',
  },
  drop: {
    empty: 'Não veio nenhum ficheiro. Largue ou escolha os relatórios da semana.',
    'too-many': 'Vieram {count} ficheiros; de uma vez vão até {most}.',
    'too-large': 'O ficheiro {name} passa de 100 MB. Divida-o por semanas.',
  },
  profile: {
    'no-table':
      'Em {name} não há linhas e colunas que se leiam. Servem CSV e XLSX: guarde-o num deles e escolha-o outra vez.',
    incomplete: 'Ainda falta dizer alguma coisa, ou há linhas que não se percebem. Veja o resultado antes de guardar.',
    'headings-taken': 'Um ficheiro com estes títulos já foi configurado, como «{source}». Corrija esse.',
  },
  contract: {
    unfilled: 'O contrato não foi feito, porque falta «{placeholder}». Preencha esse dado na ficha ou no formulário.',
    'moved-on': 'Este contrato já mudou de estado. Abra a página outra vez para ver como ficou.',
    unwritable: 'O PDF selado não consegue mostrar «{placeholder}». Escreva-o em letras latinas, como no documento.',
    'name-unwritable': 'O PDF selado não consegue mostrar este nome. Escreva-o em letras latinas, como no documento.',
    'follows-nothing':
      'O contrato que este renova ou altera não serve. Tem de ser deste motorista, da mesma minuta e estar selado.',
    'ends-otherwise': 'Escolha um dia depois do primeiro dia do contrato e antes do último que está no texto.',
    'terms-agreed':
      'As condições deste contrato já estão em vigor, ou foram depois combinadas outras. Veja a ficha do motorista.',
    'paper-waits': 'Este contrato já tem um papel por ver. Aceite-o ou recuse-o primeiro.',
    'paper-answered': 'Este papel já teve resposta, ou o contrato foi assinado de outra maneira.',
    'link-session': 'Neste navegador está aberta a conta de outra pessoa. Saia dessa conta e abra a ligação outra vez.',
    'paper-same-person':
      'Quem entregou o papel não o aceita: a regra das duas pessoas está ligada. Outra pessoa do escritório aceita.',
    'facts-wrong': 'A resposta não é a que está na ficha. Restam tentativas: {left}.',
    'link-nobody':
      'A ficha não tem NIF, e nenhum código pode ser enviado por e-mail. Preencha a ficha e crie a ligação.',
    'code-missing': 'Falta o código de seis algarismos que foi enviado por e-mail.',
    'code-wrong': 'O código não é este. Restam tentativas: {left}.',
    'code-over': 'Este código passou do prazo ou já foi usado. Peça outro.',
    'code-too-many': 'Já foram enviados muitos códigos. Espere uma hora e peça outro.',
    'template-untitled': 'Linha {line}: a minuta começa por um título. Escreva «# » e o título na primeira linha.',
    'template-unknown': 'Linha {line}: nada preenche «{found}». Use um dos campos da lista, tal como lá está.',
    'template-unfillable': 'Linha {line}: nesta minuta nada preenche «{placeholder}». Retire esse campo.',
    'template-lacks': 'Falta o campo «{placeholder}», de que esta minuta precisa. Ponha-o no texto.',
    'template-undrawable': 'Linha {line}: o PDF selado não consegue mostrar «{found}». Escreva isso com outras letras.',
    'template-same': 'Este texto já é a versão {version}. Abra-a e ponha-a em uso.',
    'template-in-use': 'A versão {version} já está em uso. Veja a lista outra vez.',
    'same-person': 'Quem assinou como motorista não assina também pela empresa. Outra pessoa do escritório assina.',
  },
  seal: {
    unreadable: 'O site não lê a chave ou o certificado do selo. Veja VOLANTE_SEAL_KEY e VOLANTE_SEAL_CERTIFICATE.',
    'not-now': 'O certificado do selo não está em vigor hoje. Configure um que esteja.',
  },
  correction: {
    waiting: 'Já fez um pedido sobre isto e o escritório ainda não respondeu. Espere, ou retire esse pedido.',
    answered: 'Este pedido já teve resposta ou foi retirado. Abra a página outra vez.',
  },
  'own-expense': { enough: 'Este ano já tem {most} despesas escritas. Retire as que não contam.' },
  upload: {
    empty: 'O ficheiro está vazio. Escolha-o outra vez.',
    'too-large': 'O ficheiro passa de 10 MB. Tire a fotografia com menos qualidade, ou divida o PDF.',
    unknown: 'O ficheiro tem de ser PDF, JPEG, PNG ou WebP.',
    'no-photo': '«{name}» não é uma fotografia. Envie-a em JPEG, PNG ou WebP.',
    heic: 'A fotografia está em HEIC, o formato de alguns telemóveis. Envie-a como JPEG, ou envie uma captura de ecrã dela.',
    'too-many-pixels': 'A fotografia passa de 40 megapíxeis. Tire-a com menos resolução.',
    'too-many-pages': 'Vieram demasiadas fotografias. Um documento leva até {most}.',
    enough: 'Este extrato já tem {most} documentos enviados. Envie sem documento, ou peça ao escritório que o junte.',
    'pdf-among-photos': 'Um PDF veio com outros ficheiros. Envie só o PDF, ou só fotografias.',
    'pdf-locked': 'O PDF pede uma palavra-passe. Guarde-o sem ela e envie-o outra vez.',
    'pdf-long': 'O PDF passa de {most} páginas. Envie só as que contam.',
    'pdf-active': 'O PDF traz programas ou outros ficheiros. Imprima-o para um PDF novo e envie esse.',
    damaged: 'O ficheiro não se consegue abrir. Confirme se o vê no seu aparelho.',
    infected: 'O antivírus recusou o ficheiro. Envie uma cópia limpa.',
    'not-scanned': 'O antivírus não responde, por isso nada ficou gravado. Tente daqui a uns minutos.',
    busy: 'Estão a chegar muitos ficheiros ao mesmo tempo, por isso nada ficou gravado. Espere um pouco e envie de novo.',
    own: 'Ainda estão a ser guardados outros ficheiros seus, por isso nada deste envio ficou gravado. Espere que acabem e envie de novo.',
  },
  adjustment: {
    'week-frozen': 'O extrato dessa semana já foi emitido e não muda. Lance o acerto na semana aberta.',
    'changed-meanwhile': 'Os valores mudaram entretanto. Veja a página outra vez antes de decidir.',
    frozen: 'Este acerto já está num extrato emitido ou já foi retirado. Para o corrigir, lance outro.',
  },
  'damage-report': {
    'in-future': 'Essa hora ainda não chegou. Escreva a hora a que foi.',
    'no-car': 'A essa hora não consta que tivesse uma viatura. Escolha a viatura na lista, ou corrija a hora.',
    'too-many': 'Tem {most} comunicações à espera. Retire uma delas, ou espere por uma decisão.',
    decided: 'Esta comunicação já não está à espera. Abra-a outra vez para ver o que se decidiu.',
    waiting: 'Esta comunicação está por decidir. Não há decisão para retirar.',
  },
  ticket: {
    'too-many':
      'Tem {most} pedidos à espera de resposta. Espere por uma resposta, ou feche um deles, e escreva depois.',
    closed: 'Este pedido já foi fechado. Para continuar, escreva nele outra vez.',
    open: 'Este pedido já está aberto.',
    'template-taken': 'Já existe uma resposta pronta com este nome. Escolha outro nome.',
  },
  dispute: {
    'changed-meanwhile':
      'O extrato foi refeito entretanto e esta linha mudou. Veja o valor de agora e decida outra vez.',
    'too-late': 'O prazo para contestar este extrato já terminou. Fale com o escritório.',
    known: 'Esta linha já foi contestada. A resposta está ao lado dela. Para o resto, pergunte ao escritório.',
    closed:
      'Esta contestação já foi respondida ou retirada. O escritório pode retirar a resposta na página da contestação.',
  },
  plan: {
    'no-such-debt':
      'A conta corrente não deve tanto. Indique menos, ou crie em Financiamento um plano de antes do Volante.',
    closed: 'Este plano já não permite isso. Veja a página outra vez.',
    'interest-changed': 'O encargo por prestação mudou entretanto. Veja a conta outra vez antes de continuar.',
    'not-due': 'Nessa semana o plano não desconta nada. Escolha uma das semanas por descontar.',
    'week-issued':
      'Essa semana já tem extrato e já não desconta nada. Anule primeiro o extrato, ou salte outra semana.',
    known: 'Essa semana já foi saltada ou paga neste plano, ou já tem extrato. Escolha outra.',
    'taken-back': 'Este movimento já foi anulado. Não falta fazer nada.',
    'deposit-gone': 'Parte desta caução já foi devolvida ou usada. Anule primeiro essa devolução ou esse uso.',
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
    withdrawn: 'Esta indicação já foi retirada. Não falta fazer nada.',
  },
  goal: {
    'end-stays': 'O fim deste objetivo já chegou, ou outro objetivo o substituiu. Crie um objetivo novo.',
    'week-past':
      'Um objetivo só pode começar na semana ou no mês que decorre, ou depois. Se já decorre, só muda no período seguinte.',
    'period-over':
      'O primeiro período deste objetivo já passou, e o objetivo fica. Escreva outro para o período seguinte.',
    'week-taken': 'Já há um objetivo destes que começa nesse período. Retire-o primeiro, ou escolha outro período.',
    ended: 'Este objetivo já terminou. Crie um objetivo novo.',
  },
  commission: {
    promised: 'Já houve uma indicação com esta regra, e vale para ela. Crie outra regra, de uma semana depois.',
    'week-taken': 'Já há uma regra que começa nessa semana. Escolha outra semana, ou retire primeiro essa regra.',
    'week-past': 'Uma regra só pode começar nesta semana ou numa futura.',
  },
  departure: {
    known: 'A saída deste motorista já está registada.',
    open: 'Primeiro feche a conta final; só depois se regista o que o motorista paga.',
    waiting:
      'A conta final espera até {day} por multas e portagens atrasadas. Para a fechar ou devolver a caução antes, mude essa data na saída do motorista.',
    unaccepted:
      'O motorista ainda não aceitou as condições de «{what}», e até lá nada é descontado. Peça-lhe que aceite, ou anule o plano (ou perdoe o que falta dele), e feche depois a conta.',
    'closing-used':
      'Um extrato posterior já conta com este fecho. Anule primeiro esse extrato; se já está pago, lance um acerto.',
    nothing: 'Não há nada por acertar nesta conta.',
    'deposit-short':
      'Um extrato anulado deixou a caução com menos do que já foi devolvido. Aprove essa semana outra vez antes de fechar.',
    'ends-before':
      'O último dia não pode ser anterior ao dia em que o motorista começou ou voltou. Escolha outro, ou corrija a ficha.',
    'waits-before': 'Essa data é anterior ao último dia. Escolha esse dia ou um depois.',
    'returns-before': 'O regresso tem de ser depois do último dia.',
  },
  database: {
    silent: 'A base de dados não deixa entrar: {words}. Veja {setting}, e se o PostgreSQL responde nesse endereço.',
    elsewhere:
      'Os dados de {path} estão noutra base de dados. Repita com as definições do site: falta DATABASE_URL. Se a base se perdeu, reponha uma cópia noutra pasta.',
  },
  hosted: {
    'file-unreadable': 'Não se consegue ler {path}: {words}. Corrija-o e tente outra vez.',
    'file-unused':
      'Um anfitrião dá a cada operador a sua base de dados, num só processo. Tire {names} de {path}, ou sirva esse operador sozinho, sem VOLANTE_HOSTED.',
  },
  keys: {
    missing:
      'Faltam as chaves {keys} dos dados selados. Ponha-as em {path}, ou em FIELD_KEYS. A cópia de segurança tem-nas, a não ser que fossem uma definição.',
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
    'key-unreadable':
      'Não se lê em {path} uma chave de, pelo menos, 32 letras. Confirme o caminho e quem pode ler o ficheiro.',
    'place-taken': '{path} não está vazio. Indique uma pasta nova e, com DATABASE_URL, uma base de dados vazia.',
    'database-taken':
      'A base de dados {name} já tem dados. Indique outra, vazia, em DATABASE_URL. Para só experimentar, retire DATABASE_URL e DATABASE_OWNER_URL.',
    none: 'Não há nenhuma cópia para repor. Faça primeiro uma com volante backup.',
  },
  batch: {
    'not-open': 'Este lote já foi fechado. Se foi engano, reabra-o primeiro.',
    open: 'Este lote está aberto.',
    'went-on':
      'Há extratos deste lote que já estão noutro ficheiro, pagos ou anulados. Anule primeiro esse ficheiro, ou retire esse pagamento.',
    remade:
      'Extratos deste lote foram anulados depois, e o lote já não se repõe. Registe em cada extrato o que o banco pagou, como pago por outro meio.',
    'all-rejected':
      'Neste lote nada foi pago: foi tudo recusado. Se a recusa foi engano, anule a resposta do banco em Banco, Ficheiros importados.',
    'partly-paid': 'O extrato do banco mostra que parte deste lote foi paga. Marque as outras como rejeitadas.',
  },
  'bank-list': {
    taught: 'Uma lista com estes títulos já foi configurada. Retire-a primeiro para a configurar de novo.',
  },
  bank: {
    unproved: 'Este extrato não traz saldos nem números de movimento. Diga que está completo, ou exporte-o com saldos.',
    contradicts:
      'Os movimentos de {day} não batem certo com outro extrato da mesma conta (linha {line}). Nada foi importado.',
    'in-future':
      'Na linha {line} há um movimento de {day}, que ainda não chegou. Nada foi importado. Veja se o dia e o mês não estão trocados, e descarregue o extrato de novo.',
    'outside-period':
      'Na linha {line} há um movimento de {day}, fora dos dias que o próprio extrato diz. Nada foi importado. Descarregue o extrato de novo. Se os dias estão certos, diga-o em «Ficheiro com dúvidas».',
    'days-turned':
      'O dia {day}, na linha {line}, não joga com os outros. Parece que um programa trocou o dia e o mês ao gravar a lista. Nada foi importado. Descarregue o extrato de novo, sem o abrir no Excel. Se os dias estão certos, diga-o em «Ficheiro com dúvidas».',
    'other-currency': 'Este extrato é em {currency}, e as contas são em euros. Nada foi importado.',
    answered: 'Alguém já disse o que este movimento é. Para dizer outra coisa, retire primeiro essa resposta.',
    'amount-differs': 'Os pagamentos escolhidos não somam o valor deste movimento.',
    'not-payable': 'Este pagamento já saiu com outro movimento, ou não está por pagar.',
    'not-paid': 'Este pagamento não está pago, por isso o banco não o pode devolver.',
    'moved-on': 'Entretanto isto mudou. Veja o movimento como está agora.',
    undone: 'A importação do ficheiro deste movimento foi anulada. Já não há nada a explicar.',
    'file-undone': 'A importação deste ficheiro já foi anulada.',
    'undoing-changed':
      'Entretanto alguém respondeu a movimentos deste ficheiro. Veja o que a anulação retira agora, e confirme.',
    'later-file':
      'Depois deste importou {name}, com os mesmos dias divididos de outra maneira. Anule primeiro esse, e importe-o de novo no fim.',
    held: 'O pagamento do movimento de {day} «{text}» foi devolvido ou pago outra vez depois disso. Retire primeiro essa explicação ou esse pagamento, e anule depois.',
  },
  disk: {
    full: 'O disco do servidor está cheio, por isso nada ficou gravado. Peça que libertem espaço e envie de novo.',
    shut: 'O servidor não consegue usar o disco dos ficheiros. Nada se perdeu. Peça a quem trata do servidor que o veja.',
  },
  store: {
    unreachable:
      'O armazém de ficheiros não responde. Nada mudou, e o que já lá estava não se perdeu. Tente de novo daqui a uns minutos.',
  },
  request: {
    busy: 'O site está muito ocupado, por isso o seu pedido não ficou feito. Tente de novo dentro de momentos.',
    'too-slow': 'O seu pedido não ficou feito, porque demorou demasiado. Tente de novo dentro de um minuto.',
  },
  'two-people': {
    alone: 'A regra pede duas pessoas que possam mudar dinheiro. Convide outra em Utilizadores.',
    approved: 'Foi a sua conta que aprovou. Com a regra das duas pessoas, é outra que paga.',
    asked: 'Este pedido já está à espera de outra pessoa.',
    'company-missing': 'Esta regra começa depois de preencher os dados da empresa, e só uma vez.',
    fresh: 'As permissões de {name} são de há pouco. {name} conta como segunda pessoa a partir de {at}.',
    'iban-in-file':
      'Já se fez um ficheiro do banco com este IBAN, e a conferência fica. Se está errado, altere o IBAN.',
    'iban-unchecked': 'O IBAN deste motorista ainda não foi conferido por outra pessoa. Está em «IBAN por conferir».',
    'not-own': 'Só quem pediu pode anular o pedido. Pode recusá-lo, com um motivo.',
    own: 'Foi a sua conta que pediu isto. Quem confirma é outra pessoa.',
    'paper-later':
      'O adiantamento espera primeiro por outra pessoa. Envie sem o comprovativo e junte-o depois de pago.',
  },
  form: {
    'other-account': 'Outra conta preencheu este formulário. Entre com essa conta para o enviar.',
    reused: 'Este formulário já foi enviado. Volte a abrir a página antes de o enviar outra vez.',
    'too-many-fields': 'O formulário traz mais campos do que se aceitam de uma vez. Envie menos de cada vez.',
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
    'multi-factor-info-not-found': 'Esta aplicação de autenticação já não está ligada à conta.',
    'second-factor-already-in-use': 'Esta aplicação de autenticação já está ligada à conta.',
    'maximum-second-factor-count-exceeded': 'A conta já tem o número máximo de aplicações de autenticação.',
    'unverified-email': 'Confirme primeiro o seu e-mail, pela ligação que vai para esse endereço.',
    'admin-restricted-operation': 'Só um administrador pode criar contas. Contacte-nos.',
    'account-exists-with-different-credential':
      'Já tem conta com este e-mail. Inicie sessão com a palavra-passe e associe a conta Google no perfil.',
    'credential-already-in-use': 'Esta conta Google já está associada a outro utilizador.',
    'invalid-recaptcha-token': 'Não foi possível confirmar que não é um robô. Recarregue a página.',
    'service-account-missing':
      'Falta a conta de serviço do serviço de autenticação: sem ela, o escritório não gere contas. Veja docs/hosted-identity.md.',
    'internal-error': 'Ocorreu um erro inesperado. Tente novamente; se persistir, contacte-nos.',
  },
  passkey: {
    'not-accepted': 'A chave de acesso não foi aceite. Tente de novo ou entre com a palavra-passe.',
    'not-asked': 'O navegador não pediu a chave de acesso. Ligue o JavaScript ou entre com a palavra-passe.',
    'not-here': 'Este endereço do site não aceita chaves de acesso. Entre com a palavra-passe.',
    known: 'Este aparelho já tem uma chave desta conta.',
    'too-many': 'A conta já tem {count} chaves de acesso. Retire uma antes de criar outra.',
  },
  push: {
    'not-asked': 'O navegador não pediu os avisos. Ligue o JavaScript e tente outra vez neste aparelho.',
    service:
      'Este navegador recebe avisos por {host}, que a empresa não aceita. Use outro navegador, ou fale com o escritório.',
    taken: 'Este aparelho já recebe os avisos de outra conta. Tente outra vez: o aparelho pede um endereço novo.',
  },
  account: {
    'email-in-use': 'Outra conta já usa este e-mail. Escreva outro.',
    'old-password-wrong': 'A palavra-passe atual não está certa. Escreva-a outra vez.',
    'is-own': 'Não pode fazer isto à sua própria conta. Peça a outro administrador.',
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
    decided: 'Esta candidatura já foi decidida. O escritório pode reabrir uma que foi recusada ou retirada.',
    'not-ended': 'Só se reabre uma candidatura recusada ou retirada.',
    moved: 'Alguém moveu entretanto a candidatura de {name}. O quadro mostra agora onde está.',
    incomplete: 'Preencha a página «Carta e certificado» antes de enviar.',
    accept: 'Para enviar a candidatura, tem de aceitar que o escritório use os dados para a avaliar.',
    'too-many-files': 'Já há muitos documentos. Retire um antes de juntar outro.',
  },
  key: {
    taken: 'O identificador {value} já é de {owner}. Retire-o daí primeiro.',
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
    'no-trip-times':
      'Só se distinguem as portagens fora de viagem com as viagens da Bolt. Ligue primeiro a Bolt, nas integrações.',
    'week-taken': 'Já há condições a começar na {week}. Altere essas, ou escolha outra semana.',
    'week-approved': 'A {week} já está aprovada com as condições anteriores. As novas só podem começar depois dela.',
  },
  settings: {
    'week-approved': 'A {week} já está aprovada. As definições só podem mudar depois dela.',
    'nothing-changed': 'Nada mudou: os valores são os que já contam nessa semana.',
    'changed-meanwhile':
      'Nada foi guardado: alguém alterou estas definições depois de abrir a página. Veja o que conta agora e repita, se ainda fizer sentido.',
  },
  view: {
    'name-taken': 'Já há uma vista «{name}» nesta lista. Escolha outro nome.',
    'too-many': 'Esta lista já tem 30 vistas guardadas. Retire antes uma delas.',
  },
  accident: {
    'in-future': 'O acidente não pode ser depois de agora. Corrija o dia e a hora.',
    'told-in-future': 'O dia da participação à seguradora ainda não chegou. Escreva-o depois de participar.',
  },
  vehicle: {
    'in-use': {
      one: 'A viatura {plates} já tem mais alguma coisa registada. Retire primeiro o tempo de um motorista ou um cartão. Com outra coisa, registe a saída da frota, ou deixe-a ficar.',
      other:
        'As viaturas {plates} já têm mais alguma coisa registada. Retire primeiro os tempos dos motoristas e os cartões. Com outra coisa, registe a saída da frota, ou deixe-as ficar.',
    },
    'sold-before-bought': 'A viatura não sai em {left}, antes da compra em {bought}. Corrija um dos dois dias.',
    'cost-ends-early': 'O custo não acaba antes de começar, em {from}. Escolha um dia depois.',
    'not-lent': 'A {plate} é de um motorista e não pode ser de mais ninguém. Está com {driver}.',
    gone: 'A {plate} já saiu da frota. Se ainda cá está, diga-o na página da saída da viatura.',
    held: 'A {plate} está com {driver}. Registe primeiro a devolução.',
    'sale-in-future': 'Esse dia ainda não chegou. Registe a saída no próprio dia.',
    'work-kilometres':
      'O conta-quilómetros tinha {kilometres} km em {day}. Corrija os quilómetros, ou confirme no formulário que estão certos.',
    'in-workshop': 'A {plate} já está na oficina. Registe primeiro a sua volta.',
    'stay-ended': 'Esta viatura já voltou da oficina.',
    'back-before-it-came': 'A viatura não pode voltar antes de entrar na oficina.',
    'work-in-future': 'Esse dia ainda não chegou. Registe o trabalho depois de feito.',
    'not-given':
      'A {plate} pertence a {driver} e não pode ser entregue a mais ninguém. Se já não pertence, mude o título na página de custos.',
    'plate-taken': 'Já há uma viatura com a matrícula {plate}.',
  },
  payslips: { 'too-many': 'Um PDF leva no máximo {most} extratos. Escolha menos semanas.' },
  times: {
    unread: 'Em «{name}» há linhas que não se percebem. Nada ficou guardado.',
    period: 'Escolha dois dias, o primeiro antes do último, e no máximo {most} dias.',
    nothing: 'Em «{name}» não há nenhuma linha com tempos. Exporte outra vez, com os dias que quer.',
  },
  invoice: {
    undecided: 'Esta linha espera pela decisão do contabilista. Diga primeiro o que foi decidido.',
    said: 'Desta linha já foi dito o que houve. Desfaça primeiro o que foi dito.',
  },
  duty: { said: 'Desta obrigação já foi dito o que houve. Desfaça primeiro o que foi dito.' },
  breach: {
    closed: 'Esta violação está fechada. Volte a abri-la primeiro.',
    'in-future': 'A empresa não pode ter sabido depois de agora.',
    unsaid: 'Diga primeiro quem foi avisado, ou porque não: a autoridade e as pessoas.',
  },
  'data-request': {
    closed: 'Este pedido já foi respondido ou retirado. O escritório pode reabri-lo.',
    'no-extension': 'O prazo já não pode ser alargado: só durante o primeiro mês, e uma vez.',
    open: 'Este pedido já está à espera de resposta.',
  },
  erasure: {
    'still-here': 'Esta pessoa ainda trabalha com a empresa. Registe primeiro a saída.',
    known: 'O apagamento desta pessoa já foi pedido.',
    words: 'Escreva o nome tal como está no ecrã.',
  },
  month: { runs: 'Este mês ainda não acabou. Marque-o como entregue depois do seu último dia.' },
  fine: {
    known: 'A multa {number} já está registada.',
    'in-future': 'Esse dia ainda não chegou.',
    'before-it-happened': 'A notificação não pode ser anterior à infração.',
    'sent-before': 'A identificação não pode ter seguido antes da notificação.',
    named: 'Já há um documento com o nome do condutor. Volte ao início para o mudar.',
    'no-driver': 'Falta dizer quem conduzia.',
    'no-company': 'Preencha primeiro o nome e o NIPC, na página da empresa.',
    informed: 'O aviso ao motorista já está feito.',
    'not-informed': 'Avise primeiro o motorista. Só depois se cobra.',
    charged: 'Esta multa já está cobrada.',
    'more-than-it-is': 'É mais do que o valor da multa. Se o valor mudou, corrija-o primeiro na multa.',
    'moved-on': 'O estado desta multa já é outro. Veja a página outra vez.',
    'other-driver':
      'Entretanto alguém mudou o condutor desta multa. Abra-a outra vez e repita, se ainda fizer sentido.',
  },
  inspection: {
    'in-future': 'A entrega não pode ser de um momento que ainda não chegou.',
    known: 'Esta entrega já está registada nesse minuto. Se foi outra, escreva a hora dela.',
    'not-holder': 'A viatura não está com este motorista nesse momento.',
    'same-driver': 'O motorista registado já é {driver}. Escolha outro.',
  },
  damage: {
    used: 'Este dano já foi usado: há um custo, uma resposta ou um pedido sobre ele. Em vez de voltar atrás, resolva o dano na sua página.',
    'not-drivers': 'A ficha do dano diz que é de outra pessoa ou desgaste. Mude primeiro quem responde por ele.',
    answered: 'Este dano já teve resposta.',
    settled: 'Este dano já está resolvido.',
    open: 'Este dano não está resolvido.',
    'not-proposed': 'Proponha primeiro o valor ao motorista, e responda se ele o contestar.',
    'more-than-proposed': 'É mais do que o valor proposto ao motorista. Proponha-lhe primeiro o novo valor.',
    'not-told': 'O motorista não tem conta e não leu a proposta. Envie-lhe o aviso e registe que o fez.',
    charged: 'Este dano já está cobrado.',
    'moved-on':
      'Entretanto alguém propôs outro valor, ou o motorista contestou. Veja o dano outra vez, e repita se ainda fizer sentido.',
    'charged-to': 'Este dano está cobrado a {driver}. Retire primeiro essa cobrança.',
  },
  odometer: {
    'in-future': 'Uma leitura não pode ser de um momento que ainda não chegou.',
    known: 'Esse momento já tem uma leitura. Retire-a primeiro se estiver errada.',
    contradicts:
      'Há uma leitura anterior maior, ou uma posterior menor. Se esta está certa, diga o motivo aqui, ou escreva-a em «Quilómetros».',
    leaps:
      'São mais quilómetros do que uma viatura faz nesse tempo. Veja se há um algarismo a mais. Se estão certos, escreva o motivo.',
  },
  assignment: {
    away: '{driver} não está ao serviço nesse dia. Escolha outro dia, ou registe o regresso na ficha.',
    suspended: '{driver} tem uma suspensão nesse dia. Acabe-a primeiro, na ficha, ou escolha outra pessoa.',
    overlaps: 'A {plate} está com {driver} nesse tempo ({period}). Termine ou corrija primeiro esse período.',
    empty: 'O fim tem de ser depois do início.',
    changed: 'Alguém mudou este período entretanto. Agora é de {driver} ({period}). Nada foi guardado: veja outra vez.',
    moved: 'A viatura já não muda de mãos nesse momento: alguém o corrigiu entretanto. Veja o calendário.',
    'same-driver': 'A viatura já está com {driver}.',
  },
  shift: {
    'nothing-to-copy': 'Nesta semana não há turnos de um só dia para copiar. Planeie um primeiro.',
    over: 'Este turno já acabou. O plano do que passou não muda: corrija quem teve a viatura, na ficha dela.',
    past: 'Esse dia já passou. Escolha hoje ou um dia mais tarde.',
    changed: 'Alguém mudou este turno entretanto. Agora é de {driver}. Nada foi guardado: veja outra vez.',
    'not-now': 'Isto só se diz durante o turno, ou até duas horas antes. Fale com o escritório se já tem a viatura.',
    'too-late': 'Disse-o há mais de dois dias. Diga ao escritório desde quando tem a viatura: é lá que se regista.',
    'went-on': 'A {plate} já está com outra pessoa depois desse momento. Diga ao escritório desde quando a teve.',
    'car-taken': 'A {plate} já é de {driver} nesse tempo ({period}). Mude primeiro esse turno, ou escolha outra hora.',
    'person-taken':
      '{driver} já tem a {plate} nesse tempo ({period}). Mude primeiro esse turno, ou escolha outra pessoa.',
  },
  'shift-request': {
    answered: 'Este pedido já foi respondido ou retirado. Veja o plano outra vez.',
    over: 'Este turno já acabou. Já não se pode pedir nem aceitar.',
    waiting: 'Já há um pedido seu sobre este turno. Retire-o primeiro.',
    taken: 'Esta viatura já não está livre nesse tempo. Escolha outra hora ou outra viatura.',
    moved: 'Este turno mudou de horário, ou saiu do plano, entretanto. Quem pediu retira o pedido e pode fazer outro.',
    nobody: 'Ninguém tem esse turno. Pode pedi-lo ao escritório como viatura livre.',
    own: 'Esse turno já é seu. Escolha o de outra pessoa.',
    'not-serving': 'Agora não está ao serviço: não pode pedir nem aceitar turnos. O escritório diz como volta.',
  },
  fleet: {
    'not-empty': 'Já há motoristas registados. Para acrescentar o que falta, repita com --merge.',
  },
  roster: {
    unreadable: 'O ficheiro da frota não foi compreendido: em «{path}» está {found}.',
    twice:
      'O ficheiro da frota tem em «{path}» {found}, uma hora que vem duas vezes. Junte +01:00 (a primeira) ou +00:00 (a segunda).',
    'day-fleet': 'O ficheiro da frota tem em «{path}» {found}. O ano vai de 2000 até daqui a 15 anos.',
    'day-kept': 'O ficheiro da frota tem em «{path}» {found}. O ano vai de 1950 a 2099.',
    'unknown-name': 'O ficheiro da frota nomeia em «{path}» {found}, que não está na sua lista.',
  },
  field: {
    'tile-address': 'Escreva um endereço que comece por https://, como no exemplo, ou o endereço do TileJSON.',
    'meta-number': 'São só algarismos, pelo menos cinco. Copie o identificador da página da Meta.',
    'letter-place': 'Entre chavetas só pode estar um dos nomes da lista, escrito tal como lá está.',
    'message-price': 'Escreva o preço de uma mensagem em euros, até 1, como 0,0170.',
    'too-many-files': 'São ficheiros a mais para uma mensagem. Envie 5 de cada vez, no máximo.',
    owner: 'Diga a que motorista pertence, e só se for de um motorista.',
    signed: 'Assine, ou diga porque não assinou.',
    'signed-or-refused': 'O motorista assinou ou recusou? Deixe só um dos dois.',
    photo: 'Falta a fotografia, ou o motivo.',
    damage: 'Diga o tipo, o sítio e a gravidade de cada dano.',
    'fine-number': 'Este número não pode ser de um auto. Na ANSR são 9 algarismos.',
    'issued-or-valid': 'Diga quando foi emitido ou até quando é válido.',
    nobody: 'Marque pelo menos um motorista ou uma viatura.',
    required: 'Falta preencher este campo.',
    invalid: 'Este valor não foi compreendido.',
    'too-long': 'O texto é demasiado longo.',
    'longer-than': 'O texto é demasiado longo. Cabem {most} caracteres, com os espaços.',
    'too-short': 'O texto é demasiado curto.',
    money: 'Escreva um valor em euros, por exemplo 25,00.',
    'vat-above': 'O IVA não pode passar do valor pago.',
    'money-most': 'Escreva um valor até 1.000.000,00 €.',
    number: 'Escreva um número inteiro.',
    'number-bounds': 'O número é demasiado pequeno ou demasiado grande.',
    'days-of-year': 'Escreva um número de dias, de 1 a 365.',
    'notice-days': 'Escreva até seis números de dias, de 1 a 120, com vírgulas. Por exemplo: 30, 7, 1.',
    'every-km': 'Escreva um número de quilómetros entre 100 e 500.000.',
    hours: 'Escreva um número inteiro de horas, entre 24 e 720.',
    'hours-of-week': 'Escreva um número de horas entre 0 e 168.',
    'seen-otherwise': 'Não é o que a página mostrava. Veja o que conta nessa semana e confirme o valor que quer.',
    day: 'Escreva uma data que exista, por exemplo 26/11/2026.',
    'day-to-come': 'Esse dia ainda não chegou.',
    'day-fleet': 'Confirme o ano: vai de 2000 até daqui a 15 anos.',
    'day-kept': 'Confirme o ano: vai de 1950 a 2099.',
    'connection-id': 'Copie o identificador do portal, sem espaços.',
    'mail-senders': 'Escreva até 40 linhas, cada uma com um endereço ou @ e um domínio.',
    'mailbox-unsafe': 'A palavra-passe podia ser lida no caminho. Escolha TLS ou STARTTLS.',
    'mailbox-proof': 'Diga que servidor confirma os remetentes, ou não deixe entrar logo.',
    'mailbox-folder': 'Escolha outra pasta que não a que é vista.',
    'mail-host': 'Escreva só o nome do servidor, por exemplo smtp.exemplo.pt.',
    'night-hours': 'Escreva duas horas diferentes de 0 a 23, por exemplo 1-5.',
    place: 'Escreva a latitude e a longitude, por exemplo 38.7223, -9.1393.',
    radius: 'Escreva um número de metros, de 50 a 1.000.000.',
    'link-hours': 'Escreva um número de horas, de 1 a 168.',
    'kept-days': 'Escreva um número de dias, de 1 a 30.',
    'mail-port': 'Escreva um número entre 1 e 65535. Quase sempre é 465 ou 587.',
    'mail-unsafe': 'Uma palavra-passe não viaja sem cifra. Escolha TLS ou STARTTLS, ou deixe o utilizador vazio.',
    email: 'Escreva um e-mail completo, por exemplo nome@exemplo.pt.',
    'one-of-both': 'Escolha uma viatura ou um motorista, só um dos dois. Um servidor não tem nenhum.',
    choice: 'Escolha uma das opções.',
    'account-code': 'Uma conta do SNC tem só algarismos, como 2433.',
    iban: 'Este IBAN não está certo. Confirme os algarismos, ou copie-o do banco.',
    nif: 'Este NIF não está certo. Confirme os nove algarismos.',
    phone: 'Escreva um telefone que se possa marcar, por exemplo +351 210 000 000.',
    social: 'Escreva o endereço completo da página nesta rede.',
    colour: 'Escreva a cor com seis algarismos hexadecimais, por exemplo #228b22.',
    'colour-too-light': 'Esta cor é clara de mais: mal se vê sobre o fundo do site. Escolha uma mais escura.',
    uuid: 'Escreva o identificador completo, como 17dbf0fa-850a-4120-b6cf-88253a8163c8.',
    percent: 'Escreva uma percentagem entre 0 e 100, por exemplo 4 ou 7,5.',
    ref: 'Só letras, algarismos, ponto e hífen, sem espaços.',
    'before-accident': 'Esse dia é antes do acidente.',
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
    year: 'Escreva um ano de 1950 em diante, com quatro algarismos.',
    time: 'Escreva uma hora, por exemplo 06:00.',
    'shift-short': 'Um turno tem pelo menos uma hora.',
    'twice-time': 'Nesse dia a hora atrasa e esta vem duas vezes. Diga qual das duas foi.',
    'skipped-time': 'Nesse dia a hora muda e esta não existe. Escreva a hora depois da mudança.',
    'column-repeated': 'Esta coluna já foi escolhida para outra coisa.',
    'not-proven': 'O ficheiro não o prova: diga qual é.',
  },
}
