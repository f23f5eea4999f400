export const legal = {
  updated: 'Versão de {day}',
  others: 'Outros documentos',
  privacy: {
    title: 'Privacidade',
    lead: 'Que dados tratamos, para quê, durante quanto tempo, e o que se pode pedir.',
    heads: [
      'Quem é responsável',
      'Que dados e para quê',
      'Com quem se partilham',
      'Durante quanto tempo',
      'Que direitos existem',
      'Segurança',
    ],
    texts: [
      'O responsável pelo tratamento é a empresa identificada no rodapé. Para qualquer questão sobre dados pessoais, escreva para o e-mail que lá está.',
      'De quem conduz: identificação, contactos, documentos exigidos pela lei do TVDE, IBAN, ganhos nas plataformas, consumos e pagamentos. Servem para executar o contrato, pagar e cumprir obrigações fiscais e do setor. De quem se candidata guardamos o que a pessoa escreve e os documentos que junta. Guardamos também o consentimento, a versão do texto e a hora. Servem para avaliar a candidatura. De quem nos escreve: o contacto e a mensagem, para responder. De quem visita o site guardamos só o que é preciso para mostrar as páginas. Contra o abuso dos formulários, guardamos durante uma hora o endereço de rede de quem os envia. O que se escreve no simulador não é guardado: fica no endereço da página.',
      'Com as plataformas, o banco, a contabilidade e as autoridades, na medida do necessário. Não se vendem dados. Os fornecedores técnicos tratam dados por nossa conta e sob contrato.',
      'Documentos contabilísticos: dez anos. Ficha de motorista: cinco anos depois do fim do contrato, salvo obrigação maior. Candidaturas que não avançam: até doze meses, e só com o consentimento dado ao enviar; sem ele, o tempo de as decidir. O registo criminal é verificado e não fica guardado além do necessário.',
      'Aceder, corrigir, apagar, limitar, opor-se e levar os dados consigo. Responde-se no prazo de um mês. Pode ainda apresentar queixa à Comissão Nacional de Proteção de Dados (www.cnpd.pt).',
      'As palavras-passe não são guardadas em claro, as ligações são cifradas fora da rede local e as consultas e alterações ficam registadas.',
    ],
  },
  terms: {
    title: 'Termos de utilização',
    lead: 'O que este site é, o que não é, e como se usa.',
    heads: ['O que o site é', 'Contas', 'Extratos', 'Exemplos e conteúdos', 'Responsabilidade', 'Lei aplicável'],
    texts: [
      'O site apresenta a atividade do operador e dá a motoristas e escritório acesso à sua área. Usá-lo não altera a relação entre motorista e operador, que resulta do contrato e da lei.',
      'A conta é pessoal. Quem a usa guarda a palavra-passe e avisa se achar que outra pessoa a conhece. Uma conta pode ser suspensa quando o contrato termina ou há uso indevido.',
      'O extrato semanal explica a conta de uma semana. Não é fatura nem recibo. As condições que contam são as do contrato assinado.',
      'Os exemplos são fictícios e assim vão marcados. Textos, desenhos e marca pertencem ao operador ou a quem os cedeu.',
      'Fazemos por manter o site disponível e certo. Se um valor publicado divergir do contrato, vale o contrato.',
      'Aplica-se a lei portuguesa. Os litígios de consumo podem ser levados às entidades indicadas em Reclamações e litígios.',
    ],
  },
  cookies: {
    title: 'Cookies',
    lead: 'O que o site guarda no navegador, e porquê.',
    heads: ['O que se guarda', 'Estatística e publicidade', 'Como apagar'],
    texts: [
      'Sessão: depois de entrar, um cookie mantém a sessão até sair ou expirar. Modo claro ou escuro: só quando se muda, durante um ano. Indicação: só para quem chega pela ligação de um motorista. Dura 30 dias e serve para a candidatura dizer quem indicou. Língua: a última escolhida, no armazenamento do navegador. A resposta sobre medir fica num cookie durante um ano, com a data e um número ao acaso. Também a registamos durante 24 meses, para a podermos provar. São necessários ao que se pediu e não seguem ninguém.',
      'Sem consentimento não há nenhuma. Quando este site as usa, pergunta primeiro, e recusar é tão fácil como aceitar. Com estatística, contam-se as páginas visitadas e a rapidez com que abrem. Com publicidade, a rede social onde anunciamos sabe de uma visita, de um contacto ou de uma candidatura. Não recebe o nome nem o e-mail. Não corre no site nenhum programa de terceiros. Pode retirar o consentimento com um clique em Preferências de cookies, no fundo de cada página. Perguntamos de novo ao fim de doze meses.',
      'Nas definições do navegador, a qualquer momento. Apagar o cookie da sessão termina-a.',
    ],
  },
  complaints: {
    title: 'Reclamações e litígios',
    lead: 'Primeiro fale connosco: quase tudo se resolve a olhar para a mesma linha. Se não chegar, há estes caminhos.',
    heads: ['Reclamar connosco', 'Livro de Reclamações', 'Resolução alternativa de litígios', 'Entidades do setor'],
    texts: [
      'Pelo telefone ou e-mail do rodapé, com a semana e a linha em causa. A resposta é escrita.',
      'O Livro de Reclamações Eletrónico está em www.livroreclamacoes.pt. A reclamação é respondida no prazo legal de quinze dias úteis.',
      'Em caso de litígio de consumo, pode recorrer a uma entidade de resolução alternativa. A lista está no Portal do Consumidor, em www.consumidor.gov.pt. O centro com competência nacional é o CNIACC, em www.cniacc.pt.',
      'A atividade é regulada pela Lei n.º 45/2018. A licença é dada pelo Instituto da Mobilidade e dos Transportes (IMT). A regulação económica cabe à Autoridade da Mobilidade e dos Transportes (AMT).',
    ],
  },
}
