-- What is asked of a candidate reads right for one paper and for several. A text that the office has changed stays as it is.
update recruitment_texts set
  body_pt = 'Para continuar a candidatura à {empresa} falta juntar: {falta}.' || e'\n\n' || 'Junte na página da candidatura, com o telemóvel.'
where version = 1
  and body_pt = 'Para continuar a candidatura à {empresa} faltam: {falta}.' || e'\n\n' || 'Pode juntá-los na página da candidatura, com o telemóvel.';
update recruitment_texts set
  body_en = 'To go on with the application to {empresa}, please add: {falta}.' || e'\n\n' || 'Use the page of the application, with a phone.'
where version = 1
  and body_en = 'To go on with the application to {empresa} these are missing: {falta}.' || e'\n\n' || 'They can be added on the page of the application, with a phone.';
