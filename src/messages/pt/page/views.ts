/** The questions that people keep of lists. */
export const views = {
  title: 'Vistas guardadas',
  lead: 'Vistas guardadas:',
  keep: 'Guardar esta vista',
  change: 'Mudar a vista «{name}»',
  name: 'Nome da vista',
  newTitle: 'Guardar a vista',
  newText:
    'A procura, os filtros e a ordem ficam com um nome, só para si. Os resultados são sempre os de cada momento.',
  save: 'Guardar vista',
  rename: 'Guardar nome',
  remove: 'Retirar vista',
  removeTitle: 'Retirar a vista «{name}»',
  removeText: 'A lista fica como está. A vista pode guardar-se de novo.',
  back: 'Voltar à lista',
  logged: {
    view: {
      save: 'Vista de lista guardada',
      rename: 'Vista de lista com outro nome',
      remove: 'Vista de lista retirada',
    },
  },
}
