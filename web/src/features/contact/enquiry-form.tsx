import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '../../ui/buttons/button.tsx';
import { EarlyForm } from '../../ui/forms/early-form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Banner } from '../../ui/overlays/banner.tsx';
import type { TypedEnquiry } from './contact.slice.ts';
import { Honeypot } from './honeypot.tsx';

const BLANK: TypedEnquiry = { name: '', email: '', contactType: '', message: '', website: '' };

type EnquiryFormProps<Enquiry> = {
  schema: z.ZodType<Enquiry, TypedEnquiry>;
  /** The enquiry types: value and label. */
  types: Readonly<Record<string, string>>;
  typeLabel: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  error: string | null;
  /** Resolves to whether the message was sent. The form is cleared only then. */
  onSend: (enquiry: Enquiry) => Promise<boolean>;
  /** The initial values. */
  typed?: TypedEnquiry | null;
  /** Gets the current values when the form unmounts. */
  onLeave?: (typed: TypedEnquiry) => void;
};

/** The fields that the contact form and the issue report share: name, email, type and message. */
export function EnquiryForm<Enquiry>({
  schema,
  types,
  error,
  isBusy,
  onSend,
  typed,
  onLeave,
  ...labels
}: EnquiryFormProps<Enquiry>) {
  // No default values without a draft: they would overwrite text that was typed before hydration.
  const { register, handleSubmit, reset, getValues, formState } = useForm<TypedEnquiry, unknown, Enquiry>({
    resolver: zodResolver(schema),
    ...(typed && { defaultValues: typed }),
  });
  const { errors } = formState;
  useEffect(() => () => onLeave?.(getValues()), [onLeave, getValues]);
  const send = handleSubmit(async (enquiry) => {
    if (await onSend(enquiry)) reset(BLANK);
  });
  return (
    <EarlyForm what="Sending a message" onSubmit={send} noValidate className="relative grid gap-4">
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      <TextField label="Name" autoComplete="name" required {...register('name')} error={errors.name?.message} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        {...register('email')}
        error={errors.email?.message}
      />
      <SelectField
        label={labels.typeLabel}
        placeholder="Select a type"
        options={Object.entries(types).map(([value, label]) => ({ value, label }))}
        required
        {...register('contactType')}
        error={errors.contactType?.message}
      />
      <TextAreaField label="Message" rows={4} required {...register('message')} error={errors.message?.message} />
      <Honeypot {...register('website')} />
      <Button type="submit" isFullWidth isBusy={isBusy} busyText={labels.busyLabel}>
        {labels.submitLabel}
      </Button>
    </EarlyForm>
  );
}
