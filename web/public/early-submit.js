// A form that is sent before the application is there waits for it: see `ui/early-form.tsx`.
addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!('early' in form.dataset)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    form.dataset.early = 'sent';
  },
  true,
);
